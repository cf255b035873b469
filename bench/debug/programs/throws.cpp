// Throws and catches; prints the milliseconds of one throw.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  const auto before = std::chrono::steady_clock::now();
  for (int index = 0; index < rounds; index++) {
    try {
      throw std::runtime_error("own");
    } catch (const std::exception &) {
    }
  }
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - before;
  std::printf("%f\n", spent.count() / rounds);
}
