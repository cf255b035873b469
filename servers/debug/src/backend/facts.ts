export interface SourceLocation {
  /** Absolute; as the person wrote the source, not as it was compiled. */
  readonly file: string;
  readonly line: number;
  readonly column: number | undefined;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly functionName?: string;
  readonly moduleName?: string;
}

export interface ThreadFacts {
  readonly id: number;
  readonly name: string;
  readonly state: 'running' | 'stopped' | 'waiting' | 'terminated';
  /** Where it stopped. */
  readonly location: SourceLocation | undefined;
}

/** Frames and values are of one stop, and mean nothing after it. */
export interface FrameRef {
  readonly thread: number;
  readonly index: number;
}
/** What a backend hands out to find a value again; opaque to everybody else. */
export type ValueRef = string & { readonly __brand: 'ValueRef' };

export interface StackPage {
  readonly total: number;
  readonly frames: readonly FrameFacts[];
}

export interface FrameFacts {
  readonly index: number;
  readonly function: string;
  readonly module: string | undefined;
  /** Not of the program's own sources. */
  readonly isExternal: boolean;
  readonly location: SourceLocation | undefined;
  readonly arguments: readonly ValueFacts[];
}

export interface ValueFacts {
  readonly name: string;
  readonly type: string;
  /** Printed as the runtime would, unbounded; the engine cuts it. */
  readonly value: string;
  readonly childCount: number;
  /** `undefined` where there is nothing inside. */
  readonly ref: ValueRef | undefined;
}

export interface VariableFacts extends ValueFacts {
  readonly scope: 'local' | 'argument' | 'this' | 'closure' | 'module' | 'field' | 'element';
  /** An expression that gives it again in the same frame, where there is one. */
  readonly path: string | undefined;
}

export interface ExceptionFacts {
  readonly type: string;
  readonly message: string;
  readonly isFirstChance: boolean;
  readonly stackText: string | undefined;
  /** Its causes, nearest first; all of them, the engine cuts. */
  readonly inner: readonly { readonly type: string; readonly message: string; readonly depth: number }[];
  /** The frame that threw, where frames of the runtime stand above it. */
  readonly throwingFrame: number;
  /** Tells one exception apart from the next, for runtimes that report the same one several times. */
  readonly identity: string | undefined;
}

export interface ModuleFacts {
  readonly name: string;
  readonly path: string | undefined;
  readonly version: string | undefined;
  readonly isSystem: boolean;
  readonly hasSymbols: boolean;
  readonly symbolDetail: string | undefined;
  readonly baseAddress: bigint | undefined;
  readonly size: number | undefined;
}

export interface TypeFacts {
  readonly name: string;
  readonly fullName: string;
  readonly namespace: string;
  readonly kind: 'class' | 'interface' | 'struct' | 'enum' | 'function' | 'alias' | 'union';
  readonly visibility: 'public' | 'private' | 'protected' | 'internal';
  readonly baseType: string | undefined;
  readonly isGeneric: boolean;
  readonly isAbstract: boolean;
}

export interface MemberFacts {
  readonly type: string;
  readonly members: readonly {
    readonly kind: 'method' | 'property' | 'field' | 'event';
    readonly name: string;
    readonly type: string | undefined;
    readonly signature: string | undefined;
    readonly visibility: TypeFacts['visibility'];
    readonly isStatic: boolean;
    /** The type it is inherited from; `undefined` for its own. */
    readonly inheritedFrom: string | undefined;
  }[];
}

export interface LayoutFacts {
  readonly typeName: string;
  readonly totalSize: number;
  readonly headerSize: number;
  readonly isValueType: boolean;
  readonly baseType: string | undefined;
  /** Said in the reply where sizes are not the compiler's own. */
  readonly isEstimated: boolean;
  readonly fields: readonly {
    readonly name: string;
    readonly typeName: string;
    readonly offset: number;
    readonly size: number;
    readonly alignment: number;
    readonly isReference: boolean;
    readonly declaringType: string;
  }[];
}

export interface ObjectIdentity {
  /** `0x…`, or another id by which the runtime knows it (`@123`); `undefined` where there is none. */
  readonly address: string | undefined;
  readonly typeName: string;
  readonly size: number | undefined;
  readonly isNull: boolean;
}

export interface ReferenceList {
  readonly references: readonly {
    readonly source: ObjectIdentity;
    readonly target: ObjectIdentity;
    readonly path: string;
    readonly kind: 'field' | 'element' | 'closure' | 'root' | 'internal';
  }[];
  readonly total: number;
}

export interface MemoryFacts {
  readonly address: bigint | undefined;
  /** What could be read, which may be less than was asked for. */
  readonly bytes: Buffer;
  /** Why it is less. */
  readonly problem: string | undefined;
}
