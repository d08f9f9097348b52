import { BACKEND_BASE, SYSTEM_BASE } from '#platform/http/contract/bases.ts';

/** What the client must know before login (product.md 3); nothing in it is secret. */
export interface RuntimeConfig {
  readonly productName: string;
  readonly version: string;
  readonly systemBase: string;
  readonly backendBase: string;
  /** Work number of the administrator, the specification's `{code}`. */
  readonly adminWorkNo: string;
  /** Known to every client, so it protects nothing. */
  readonly signSecret: string;
  /** Failed back-end calls of these paths go to /exception/500. */
  readonly errorPagePaths: readonly string[];
  readonly frameOrigins: readonly string[];
  /** Somebody may log in with an account from elsewhere; which ones there are is asked then. */
  readonly thirdLogin: boolean;
  readonly demo: boolean;
  /** What the login page of a demo offers. */
  readonly demoHints: DemoHints | null;
  readonly settingsDrawer: boolean;
}

export interface DemoHints {
  readonly accounts: readonly {
    readonly username: string;
    readonly phone: string;
    readonly what: string;
    readonly whatZh: string;
  }[];
  /** Answers on the machine that runs the demo only. */
  readonly simulatorUrl: string | null;
}

const BUILT_IN: RuntimeConfig = {
  productName: 'Smart IOT Device',
  version: '',
  systemBase: SYSTEM_BASE,
  backendBase: BACKEND_BASE,
  adminWorkNo: 'admin',
  signSecret: '',
  errorPagePaths: [],
  frameOrigins: [],
  thirdLogin: false,
  demo: false,
  demoHints: null,
  settingsDrawer: false,
};

let loaded: RuntimeConfig = BUILT_IN;
let loading: Promise<RuntimeConfig> | undefined;

/** Asks once. A server that cannot answer leaves the built-in bases, so that the login form can still say what is wrong. */
export function loadRuntimeConfig(): Promise<RuntimeConfig> {
  loading ??= fetch('/config.json', { headers: { Accept: 'application/json' } })
    .then(async (answer) => {
      if (answer.ok) loaded = { ...BUILT_IN, ...((await answer.json()) as Partial<RuntimeConfig>) };
      return loaded;
    })
    .catch(() => {
      loading = undefined;
      return loaded;
    });
  return loading;
}

export function runtimeConfig(): RuntimeConfig {
  return loaded;
}
