import { join } from 'node:path';

/** The paths of journals and database in a data folder. */
export const recordFolder = (dataDir: string): string => join(dataDir, 'record');

export const recordFile = (dataDir: string): string => join(recordFolder(dataDir), 'record.db');
