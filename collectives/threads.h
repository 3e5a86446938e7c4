// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

#include <csignal>
#include <thread>
#include <utility>

namespace tenorite::collectives {

// A thread that gets none of the process's signals, which are for threads that
// can do something about them.
template <class Work>
std::thread thread_without_signals(Work&& work) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread made(std::forward<Work>(work));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return made;
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
}

}  // namespace tenorite::collectives
