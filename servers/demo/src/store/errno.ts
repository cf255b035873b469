/** Whether an error is one of the file system's, with this code where one is given. */
export function isErrno(error: unknown, code?: string): error is NodeJS.ErrnoException & { readonly code: string } {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return code === undefined ? 'syscall' in error : error.code === code;
}

/** The value, or nothing where the file is not there. */
export async function unlessMissing<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}
