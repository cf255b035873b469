import type { CatalogTool } from '../model/catalog.ts';
import type { PolicyTool, ToolStanding } from '../model/policy-call.ts';

/** Tools as the policy sees them: the same object for as long as nothing about one changes, because the policy remembers by it. */
export interface Subjects {
  readonly of: (tool: CatalogTool) => PolicyTool;
}

/** What a person should have looked at of each tool. */
interface Standings {
  readonly of: (tool: CatalogTool) => ToolStanding;
}

export function createSubjects(standings: Standings): Subjects {
  const known = new WeakMap<CatalogTool, PolicyTool>();
  return {
    of: (tool) => {
      const standing = standings.of(tool);
      const before = known.get(tool);
      if (before?.standing === standing) return before;
      const { server, definition, resolution, curation } = tool;
      const isDisabled = curation.enabled ? {} : { isDisabled: true };
      const subject: PolicyTool = { server, name: definition.name, resolution, standing, ...isDisabled };
      known.set(tool, subject);
      return subject;
    },
  };
}
