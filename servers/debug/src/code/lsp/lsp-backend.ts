import type { DebugError } from '../../errors.ts';
import { err, ok } from '../../result.ts';
import type { CodeBackend, CodeProject, Found } from '../code-backend.ts';
import type { Wanted } from '../workspace/find-workspace.ts';
import { listFiles } from '../workspace/list-files.ts';
import { late, within } from '../workspace/within.ts';
import { findAssignments } from './assignments.ts';
import { findDefinition } from './definition.ts';
import { findDiagnostics } from './diagnostics.ts';
import type { LspProfile } from './profile.ts';
import { type Session, startSession } from './session.ts';
import { findUsages } from './usages.ts';

/**
 * A workspace behind a language server. If the server exits, pending requests fail, and the next one starts another
 * server.
 */
export async function openLsp(
  profile: LspProfile,
  wanted: Wanted,
  deadline: AbortSignal,
): Promise<Found<CodeBackend & { readonly serverPid: () => number | undefined }>> {
  let session: Session | undefined;
  let projects: readonly CodeProject[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();

  const ready = async (signal: AbortSignal): Promise<Found<Session>> => {
    if (session?.isAlive()) return ok(session);
    const started = await startSession(profile, wanted, signal);
    if (!started.ok) return started;
    const files = await refresh(started.value, signal);
    const prepared = files.ok ? await profile.prepare(started.value, signal) : files;
    if (prepared.ok && !signal.aborted) {
      session = started.value;
      return started;
    }
    await started.value.close();
    return prepared.ok ? err(late(`Reading ${wanted.root}`)) : prepared;
  };
  const refresh = async (current: Session, signal: AbortSignal): Promise<Found<void>> => {
    const listed = await listSources(profile, wanted, signal);
    if (!listed.ok) return listed;
    if ((await current.documents.update(listed.value)) === 'changed') await profile.changed(current);
    return ok(undefined);
  };
  /** One request at a time, because each may first have to report changed files. */
  const ask = <Value>(
    question: (session: Session, signal: AbortSignal) => Promise<Found<Value>>,
    deadline: AbortSignal,
  ): Promise<Found<Value>> => {
    const signal = AbortSignal.any([deadline, closing.signal]);
    const work = turn.then(async (): Promise<Found<Value>> => {
      if (signal.aborted) return err(late(`Reading ${wanted.root}`));
      const current = await ready(signal);
      if (!current.ok) return current;
      const fresh = await refresh(current.value, signal);
      if (!fresh.ok) return fresh;
      projects = [profile.project(current.value)];
      return question(current.value, signal);
    });
    const answer = work.catch((error: unknown) => err(toThrownError(error)));
    turn = answer;
    const what = `Reading ${wanted.root}`;
    return within(answer, signal, what).then((found) => (found.ok || !closing.signal.aborted ? found : err(CLOSED)));
  };
  const close = async (): Promise<void> => {
    closing.abort();
    await session?.close();
    await turn;
    session = undefined;
  };

  const loaded = await ask(async () => ok(undefined), deadline);
  if (!loaded.ok) {
    await close();
    return loaded;
  }
  return ok({
    kind: profile.kind,
    get projects() {
      return projects;
    },
    definition: (at, until) => ask((current, signal) => findDefinition(profile, current, at, signal), until),
    usages: (of, until) => ask((current, signal) => findUsages(profile, current, of, signal), until),
    assignments: (of, until) => ask((current, signal) => findAssignments(profile, current, of, signal), until),
    diagnostics: (project, until) =>
      ask((current, signal) => findDiagnostics(profile, current, project, signal), until),
    close,
    serverPid: () => (session?.isAlive() ? session.pid : undefined),
  });
}

async function listSources(profile: LspProfile, { root, only }: Wanted, signal: AbortSignal) {
  const listed = await listFiles(root, profile.isSource, signal);
  if (!listed.ok || only === undefined) return listed;
  return ok(listed.value.filter(({ file }) => file === only));
}

const toThrownError = (error: unknown): DebugError => ({
  code: 'ANALYSIS_FAILED',
  message: `The question failed: ${error instanceof Error ? error.message : String(error)}`,
});

const CLOSED: DebugError = {
  code: 'NO_WORKSPACE',
  message: 'The workspace was closed. Load it again with code_load.',
};
