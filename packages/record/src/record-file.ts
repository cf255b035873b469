import { join } from 'node:path';

/** Where journals and the database are, in a data folder. */
export const recordFolder = (dataDir: string): string => join(dataDir, 'record');

export const recordFile = (dataDir: string): string => join(recordFolder(dataDir), 'record.db');
