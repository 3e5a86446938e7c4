// SPDX-License-Identifier: Apache-2.0
#include "collectives/socket.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace tenorite::collectives {
namespace {

constexpr int kSendMilliseconds = 10000;

void set_option(int descriptor, int level, int option, int value) {
  setsockopt(descriptor, level, option, &value, sizeof(value));
}

void prepare(int descriptor) {
  set_option(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

bool poll_for(int descriptor, short events, int milliseconds) {
  pollfd one{descriptor, events, 0};
  int status;
  do {
    status = poll(&one, 1, milliseconds);
  } while (status < 0 && errno == EINTR);
  return status > 0;
}

Socket connect_to(const addrinfo& address, int milliseconds) {
  Socket made(socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!made) return {};
  prepare(made.descriptor());
  if (connect(made.descriptor(), address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS ||
        !poll_for(made.descriptor(), POLLOUT, milliseconds))
      return {};
    int error = 0;
    socklen_t length = sizeof(error);
    getsockopt(made.descriptor(), SOL_SOCKET, SO_ERROR, &error, &length);
    if (error) return {};
  }
  return made;
}

}  // namespace

Socket::~Socket() {
  if (descriptor_ >= 0) close(descriptor_);
}

Socket Socket::listen(int port) {
  // Both families by one socket, else IPv4 alone.
  for (int family : {AF_INET6, AF_INET}) {
    Socket made(socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!made) continue;
    set_option(made.descriptor(), SOL_SOCKET, SO_REUSEADDR, 1);
    sockaddr_storage address{};
    socklen_t length;
    if (family == AF_INET6) {
      set_option(made.descriptor(), IPPROTO_IPV6, IPV6_V6ONLY, 0);
      auto& six = reinterpret_cast<sockaddr_in6&>(address);
      six.sin6_family = AF_INET6;
      six.sin6_addr = in6addr_any;
      six.sin6_port = htons(static_cast<uint16_t>(port));
      length = sizeof(six);
    } else {
      auto& four = reinterpret_cast<sockaddr_in&>(address);
      four.sin_family = AF_INET;
      four.sin_addr.s_addr = htonl(INADDR_ANY);
      four.sin_port = htons(static_cast<uint16_t>(port));
      length = sizeof(four);
    }
    if (bind(made.descriptor(), reinterpret_cast<sockaddr*>(&address),
             length) != 0 ||
        ::listen(made.descriptor(), 1024) != 0) {
      if (errno == EADDRINUSE) return {};
      continue;
    }
    prepare(made.descriptor());
    return made;
  }
  return {};
}

Socket Socket::connect(const std::string& host, int port, int milliseconds) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) !=
      0)
    return {};
  Socket made;
  for (addrinfo* each = found; each && !made; each = each->ai_next)
    made = connect_to(*each, milliseconds);
  freeaddrinfo(found);
  return made;
}

Socket Socket::accept() const {
  Socket made(accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC));
  if (made) prepare(made.descriptor());
  return made;
}

int Socket::port() const {
  sockaddr_storage address{};
  socklen_t length = sizeof(address);
  getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &length);
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<sockaddr_in&>(address).sin_port);
}

bool Socket::send(const std::string& bytes) const {
  for (size_t sent = 0; sent < bytes.size();) {
    const ssize_t n = ::send(descriptor_, bytes.data() + sent,
                             bytes.size() - sent, MSG_NOSIGNAL);
    if (n > 0) {
      sent += static_cast<size_t>(n);
    } else if (errno == EAGAIN) {
      if (!poll_for(descriptor_, POLLOUT, kSendMilliseconds)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

long Socket::receive(char* to, size_t nbytes) const {
  ssize_t n;
  do {
    n = recv(descriptor_, to, nbytes, 0);
  } while (n < 0 && errno == EINTR);
  if (n < 0) return errno == EAGAIN ? -1 : 0;
  return n;
}

bool Socket::wait(int milliseconds) const {
  return poll_for(descriptor_, POLLIN, milliseconds);
}

}  // namespace tenorite::collectives
