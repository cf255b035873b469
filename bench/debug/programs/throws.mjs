// Throws and catches; prints the milliseconds of one throw.
class OwnError extends Error {}

const rounds = Number(process.argv[2]);
const before = performance.now();
for (let index = 0; index < rounds; index += 1) {
  try {
    throw new OwnError('own');
  } catch {
    // The debugger waits for another type.
  }
}
console.log((performance.now() - before) / rounds);
