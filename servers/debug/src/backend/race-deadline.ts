/** Limits work by a deadline that is given as a signal. */
export const raceDeadline = async <Value>(work: Promise<Value>, deadline: AbortSignal): Promise<Value | 'late'> => {
  if (deadline.aborted) return 'late';
  const late = Promise.withResolvers<'late'>();
  const onDeadline = (): void => late.resolve('late');
  deadline.addEventListener('abort', onDeadline, { once: true });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    deadline.removeEventListener('abort', onDeadline);
  }
};
