/* The same five lines in each language: each step moves to the next, and five steps return to the first. */
#include <stdio.h>
#include <stdlib.h>

static long settle(long rounds) {
  long index = 0;
  long total = 0;
  long price = 0;
  long count = 0;
  while (index < rounds) {
    price = 3 + (index % 7);
    count = 1 + (index % 3);
    total += price * count;
    index += 1;
  }
  return total;
}

int main(int argc, char **argv) {
  printf("total %ld\n", settle(argc > 1 ? atol(argv[1]) : 1));
  return 0;
}
