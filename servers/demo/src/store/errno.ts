/** Whether an error is one of the file system's, with the given code if any. */
export function isErrno(error: unknown, code?: string): error is NodeJS.ErrnoException & { readonly code: string } {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return code === undefined ? 'syscall' in error : error.code === code;
}

/** The value, or `undefined` if the file does not exist. */
export async function unlessMissing<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}
