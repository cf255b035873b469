// Loaded before a gateway that simulates the past: its clock is late, in every thread, and runs faster, so that seconds
// of client activity appear as minutes.
const late = Number(process.env.SCREENSHOTS_LATE_MS ?? 0);
const SPEED = 40;
const RealDate = Date;
const started = Number(process.env.SCREENSHOTS_STARTED_AT ?? 0);

const now = () => (late === 0 ? RealDate.now() : started - late + (RealDate.now() - started) * SPEED);

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};
