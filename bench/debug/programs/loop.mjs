// The same five lines in each language: each step moves to the next, and five steps return to the first.
function settle(rounds) {
  let index = 0;
  let total = 0;
  let price = 0;
  let count = 0;
  while (index < rounds) {
    price = 3 + (index % 7);
    count = 1 + (index % 3);
    total += price * count;
    index += 1;
  }
  return total;
}

console.log(`total ${settle(Number(process.argv[2]))}`);
