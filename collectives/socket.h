// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

namespace tenorite::collectives {

// A TCP socket, closed at the end.
class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Socket();

  // One that listens on all interfaces, if the port is free; 0 is any port.
  static Socket listen(int port);
  // A connection within so many milliseconds, if there is one to be had.
  static Socket connect(const std::string& host, int port, int milliseconds);
  Socket accept() const;
  int port() const;

  explicit operator bool() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  // Whether all was sent, within ten seconds.
  bool send(const std::string& bytes) const;
  // What has come, at most so many bytes: 0 at the end of the connection, -1
  // where nothing is there yet.
  long receive(char* to, size_t nbytes) const;
  // Whether something is there within so many milliseconds.
  bool wait(int milliseconds) const;

 private:
  int descriptor_ = -1;
};

}  // namespace tenorite::collectives
