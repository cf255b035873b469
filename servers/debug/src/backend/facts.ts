export interface SourceLocation {
  /** Absolute; the original source, not the compiled file. */
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
  /** The location of the stop. */
  readonly location: SourceLocation | undefined;
  /** The function it stopped in, also without a source. */
  readonly function?: string | undefined;
}

/** Frames and values belong to one stop and are invalid after it. */
export interface FrameRef {
  readonly thread: number;
  readonly index: number;
}
/** A backend's handle for a value; opaque to other code. */
export type ValueRef = string & { readonly __brand: 'ValueRef' };

export interface StackPage {
  readonly total: number;
  readonly frames: readonly FrameFacts[];
}

export interface FrameFacts {
  readonly index: number;
  readonly function: string;
  readonly module: string | undefined;
  /** Whether it is outside the program's own sources. */
  readonly isExternal: boolean;
  readonly location: SourceLocation | undefined;
  readonly arguments: readonly ValueFacts[];
}

export interface ValueFacts {
  readonly name: string;
  readonly type: string;
  /** Printed as the runtime does, without a limit; the engine truncates it. */
  readonly value: string;
  readonly childCount: number;
  /** `undefined` if there are no children. */
  readonly ref: ValueRef | undefined;
}

export interface VariableFacts extends ValueFacts {
  readonly scope: 'local' | 'argument' | 'this' | 'closure' | 'module' | 'field' | 'element';
  /** An expression that evaluates to the same value in this frame, if there is one. */
  readonly path: string | undefined;
}

export interface ExceptionFacts {
  readonly type: string;
  readonly message: string;
  readonly isFirstChance: boolean;
  readonly stackText: string | undefined;
  /** All its causes, nearest first; the engine truncates the list. */
  readonly inner: readonly { readonly type: string; readonly message: string; readonly depth: number }[];
  /** The frame that threw, below frames of the runtime. */
  readonly throwingFrame: number;
  /** Distinguishes exceptions, for runtimes that report the same one several times. */
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
    /** The base type that declares it; `undefined` for its own. */
    readonly inheritedFrom: string | undefined;
  }[];
}

export interface LayoutFacts {
  readonly typeName: string;
  readonly totalSize: number;
  readonly headerSize: number;
  readonly isValueType: boolean;
  readonly baseType: string | undefined;
  /** Shown in the reply if sizes do not come from the compiler. */
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
  /** `0x…`, or the runtime's object id (`@123`); `undefined` if there is none. */
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
  /** The bytes that could be read, possibly fewer than requested. */
  readonly bytes: Buffer;
  /** The reason if there are fewer. */
  readonly problem: string | undefined;
}
