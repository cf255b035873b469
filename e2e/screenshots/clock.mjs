// Loaded before a gateway that is to live a while ago: its clock is late by so many milliseconds, in every thread.
const late = Number(process.env.SCREENSHOTS_LATE_MS ?? 0);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() - late] : given));
  }
  static now() {
    return RealDate.now() - late;
  }
};
