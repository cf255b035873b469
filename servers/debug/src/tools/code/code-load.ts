import { resolve } from 'node:path';
import { categories } from '@toolmark/kit';
import * as z from 'zod';
import { ok } from '../../result.ts';
import { type DebugTool, defineTool } from '../define-tool.ts';

export const codeLoad: DebugTool = defineTool({
  name: 'code_load',
  title: 'Load Workspace',
  description: {
    summary:
      'Loads the sources of a project for the other code tools: TypeScript and JavaScript (tsconfig.json, jsconfig.json, package.json), Python, C and C++, or a folder with several of these. Replaces the workspace before. Runs nothing, needs no session.',
    returns: 'data: path, type, language, projects, diagnostics of loading.',
    preconditions: 'None.',
  },
  annotations: categories.set({ openWorld: false, destructive: false }),
  input: z.strictObject({
    path: z.string().trim().min(1).describe('Absolute path of a project file or of its folder'),
    language: z.enum(['typescript', 'python', 'cpp']).optional().describe('Only this language of a folder'),
  }),
  output: {
    data: z.looseObject({
      path: z.string(),
      type: z.enum(['Solution', 'Project']),
      projects: z.array(
        z.looseObject({
          name: z.string(),
          path: z.string(),
          documents_count: z.number().int(),
          target_framework: z.string().nullable(),
        }),
      ),
      diagnostics: z.array(z.looseObject({ kind: z.string(), message: z.string() })),
      loaded_at: z.string(),
    }),
  },
  codes: { path: 'INVALID_PATH' },
  run: async ({ path: asked, language }, { workspaces, cwd, signal }) => {
    const path = resolve(cwd, asked);
    const loaded = await workspaces.load(path, language, signal);
    if (!loaded.ok) return loaded;
    const { backend, loadedAt } = loaded.value;
    const projects = backend.projects.map((project) => ({
      name: project.name,
      path: project.path,
      documents_count: project.documentsCount,
      target_framework: project.targetFramework,
    }));
    return ok({
      data: {
        path,
        type: projects.length > 1 ? ('Solution' as const) : ('Project' as const),
        language: backend.kind,
        ...(backend.languages !== undefined && { languages: [...backend.languages] }),
        projects,
        diagnostics: (backend.problems ?? []).map((message) => ({ kind: 'Warning', message, project: null })),
        loaded_at: loadedAt.toISOString(),
      },
    });
  },
});
