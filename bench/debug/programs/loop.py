"""The same five lines in each language: each step moves to the next, and five steps return to the first."""
import sys


def settle(rounds):
    index = 0
    total = 0
    price = 0
    count = 0
    while index < rounds:
        price = 3 + (index % 7)
        count = 1 + (index % 3)
        total += price * count
        index += 1
    return total


print("total", settle(int(sys.argv[1])))
