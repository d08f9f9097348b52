import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';

/**
 * Every setting of product.md 2, read from the environment and checked in one place. A wrong value stops the start with
 * one line that names the variable.
 */
const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');
const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be a port number from 0 to 65535')
  .transform(Number);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const daysByKind = list
  .refine(
    (all) => all.every((one) => /^[a-z-]+=(0|[1-9]\d{1,4})$/.test(one)),
    'must be a comma list of kind=days with 0 or at least 10 days, such as device-events=180,logins=0',
  )
  .transform((all) => Object.fromEntries(all.map((one) => one.split('=')).map(([kind, days]) => [kind, Number(days)])));
const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be an address beginning with ${protocols.map((one) => `${one}//`).join(' or ')}`,
  });
const WEB = ['http:', 'https:'];
/** Console and calls lie at the root of their address. */
const publicUrl = url(WEB).refine(
  (text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`,
  'must be an address alone, without a path, a user, ? or #, such as https://console.example.com',
);
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** An office behind one address gets along; a page that is not logged in makes about three calls. */
const OPEN_RATE_LIMIT: RateLimit = { perSecond: 50, burst: 400 };
const rateLimit = z
  .string()
  .regex(/^(off|[1-9]\d{0,5}\/[1-9]\d{0,5})$/, 'must be off, or requests per second and burst such as 50/200')
  .transform((text) => {
    if (text === 'off') return null;
    const [perSecond, burst] = text.split('/').map(Number);
    return { perSecond: perSecond!, burst: burst! };
  });
const SHED_AT_DELAY_MS = 200;
const milliseconds = z
  .string()
  .regex(/^(off|[1-9]\d{1,5})$/, 'must be off, or a number of milliseconds from 10 to 999999')
  .transform((text) => (text === 'off' ? null : Number(text)));
const isPassword = (text: string): boolean =>
  text.length >= 8 && /\d/.test(text) && /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text) && /[^\p{L}\d]/u.test(text);
const password = z
  .string()
  .refine(
    isPassword,
    'must have at least 8 characters mixing digits, upper and lower case letters and special symbols',
  );
const isOrigin = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && WEB.includes(protocol);
};
const origins = list.refine((all) => all.every(isOrigin), {
  message: 'must be a comma list of http or https origins, such as https://console.example.com',
});
const isHostWithPort = (text: string): boolean => {
  const [, number] = /^(?:\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  return Number(number) >= 1 && Number(number) <= 65_535;
};
const hostsWithPort = list.refine((all) => all.every(isHostWithPort), {
  message: 'must be a comma list of host:port with ports from 1 to 65535, such as mail.example.com:587',
});
/** An address, or a network by the length of its prefix. The server trusts no network of length 0, which is everybody. */
const isNetwork = (text: string): boolean => {
  const [address = '', length, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (length === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128);
};

const tiles = z
  .string()
  .refine(
    (text) =>
      /^https?:\/\/[\w.-]+(:\d+)?\/\S*$/.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part)),
    {
      message: 'must be an address such as https://tiles.example.com/{z}/{x}/{y}.png',
    },
  );
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const Settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], 'must be production, development or test').optional(),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  MQTT_PORT: port.default(1883),
  MQTT_URL: url(['mqtt:', 'mqtts:']).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  ARCHIVE_AFTER_DAYS: daysByKind.default({}),
  ARCHIVE_KEPT_DAYS: daysByKind.default({}),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DEMO: onOff.optional(),
  ADMIN_PASSWORD: password.optional(),
  DEMO_PASSWORD: password.optional(),
  ADMIN_WORK_NO: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, 'must have 1 to 40 letters, digits, _ or -')
    .default('admin'),
  PUBLIC_URL: publicUrl.optional(),
  SECRETS_KEY: z
    .string()
    .refine((key) => key.length >= 32 && new Set(key).size >= 10, 'must be random, with at least 32 characters')
    .optional(),
  STRIPE_API_BASE: url(WEB).optional(),
  SIMULATOR_CONTROL_PORT: port.default(12_112),
  SIMULATOR_MAIL_PORT: port.optional(),
  OUTBOUND_ALLOW: hostsWithPort.default([]),
  TENANT_RATE_LIMIT: rateLimit.default({ perSecond: 50, burst: 200 }),
  OPEN_RATE_LIMIT: rateLimit.optional(),
  SHED_AT_DELAY_MS: milliseconds.default(SHED_AT_DELAY_MS),
  TRUSTED_PROXIES: list
    .refine(
      (all) => all.every(isNetwork),
      'must be a comma list of addresses or networks, such as 10.1.2.3 or 10.0.0.0/8 (1 to 32, of IPv6 1 to 128)',
    )
    .default([]),
  CORS_ORIGINS: origins.default([]),
  FRAME_ORIGINS: origins.default([]),
  MAP_TILES_URL: tiles.optional(),
  MAP_TILES_ATTRIBUTION: z.string().max(200, 'must have at most 200 characters').default(''),
  ERROR_PAGE_PATHS: list
    .refine(
      (all) => all.every((one) => one.startsWith('/')),
      'must be a comma list of paths such as /coffeeorder/api/page',
    )
    .default([]),
  SIGN_SECRET: z.string().min(1).optional(),
  TEST_CONTROLS: onOff.default(false),
  MQTT_TLS_CERT: z.string().optional(),
  MQTT_TLS_KEY: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  METRICS: onOff.default(true),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(WEB).optional(),
});

/** The simulator listens on loopback only. */
export const SIMULATOR_HOST = '127.0.0.1';
/** Where the simulator plays the payment provider, unless `STRIPE_API_BASE` names a port. */
const DEMO_PROVIDER_PORT = 12_111;

type Parsed = z.infer<typeof Settings>;

/** The demo's simulator: what plays the payment provider, its page with the receiver of text messages, its mail server. */
export interface SimulatorPorts {
  readonly providerPort: number;
  readonly controlPort: number;
  readonly mailPort: number;
}

export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly mqttPort: number;
  readonly mqttUrl: string | undefined;
  readonly dataDir: string;
  /** By kind, where it is not the kind's own: when rows leave the database, and when their files go; 0 is never. */
  readonly archiveAfterDays: Readonly<Record<string, number>>;
  readonly archiveKeptDays: Readonly<Record<string, number>>;
  readonly databaseUrl: string | undefined;
  readonly demo: boolean;
  /** The layout options of the console: in development and demo, not in production (product.md 6). */
  readonly settingsDrawer: boolean;
  readonly adminPassword: string | undefined;
  readonly demoPassword: string | undefined;
  readonly adminWorkNo: string;
  readonly publicUrl: string;
  readonly secretsKey: string | undefined;
  /** Not set: Stripe's own address. */
  readonly stripeApiBase: string | undefined;
  readonly outboundAllow: readonly string[];
  readonly simulator: SimulatorPorts;
  /** Ports of the simulator without a setting: where one is taken, another one does as well. */
  readonly movablePorts: readonly (keyof SimulatorPorts)[];
  readonly tenantRateLimit: RateLimit | null;
  /** Of the calls of one address range that show no session or key. */
  readonly openRateLimit: RateLimit | null;
  /** Mean delay of the event loop from which on calls are turned away; null: none is (security 15.4). */
  readonly shedAtDelayMs: number | null;
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
  /** Streets below the outlines of maps; without it browsers ask nobody outside. */
  readonly mapTiles: { readonly url: string; readonly attribution: string } | undefined;
  /** Paths under the back-end base whose refusals show the server error page (platform.md 8). */
  readonly errorPagePaths: readonly string[];
  readonly signSecret: string | undefined;
  readonly testControls: boolean;
  readonly mqttTls: { readonly certFile: string; readonly keyFile: string } | undefined;
  readonly logLevel: Parsed['LOG_LEVEL'];
  readonly metrics: boolean;
  readonly metricsToken: string | undefined;
  readonly otlpEndpoint: string | undefined;
}

export class SettingsError extends Error {
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
    this.lines = lines;
  }
}

/** Reads the settings; raises one `SettingsError` that lists every wrong one. An empty variable counts as not set. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(Settings.shape).map((name) => [name, environment[name] === '' ? undefined : environment[name]]),
  );
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`));
  }
  const s = parsed.data;
  const production = s.NODE_ENV === 'production';
  const wrong: string[] = [];
  if (production && s.SECRETS_KEY === undefined) wrong.push('SECRETS_KEY: is required when NODE_ENV=production');
  if (production && s.TEST_CONTROLS) wrong.push('TEST_CONTROLS: is refused when NODE_ENV=production');
  if ((s.MQTT_TLS_CERT === undefined) !== (s.MQTT_TLS_KEY === undefined)) {
    wrong.push('MQTT_TLS_CERT: and MQTT_TLS_KEY belong together; set both or neither');
  }
  if (!s.MQTT_URL && s.PORT === s.MQTT_PORT && s.PORT !== 0) wrong.push('MQTT_PORT: must be another port than PORT');
  if (wrong.length > 0) throw new SettingsError(wrong);
  const demo = s.DEMO ?? !production;
  // Beside the page, and far enough from it that ports given in a row do not meet.
  const mailPort = s.SIMULATOR_MAIL_PORT ?? s.SIMULATOR_CONTROL_PORT + (s.SIMULATOR_CONTROL_PORT > 65_435 ? -100 : 100);
  const providerPort = Number(s.STRIPE_API_BASE ? new URL(s.STRIPE_API_BASE).port : '') || DEMO_PROVIDER_PORT;
  const simulator = { providerPort, controlPort: s.SIMULATOR_CONTROL_PORT, mailPort };
  return {
    production,
    port: s.PORT,
    host: s.HOST,
    mqttPort: s.MQTT_PORT,
    mqttUrl: s.MQTT_URL,
    dataDir: resolve(s.DATA_DIR),
    archiveAfterDays: s.ARCHIVE_AFTER_DAYS,
    archiveKeptDays: s.ARCHIVE_KEPT_DAYS,
    databaseUrl: s.DATABASE_URL,
    demo,
    settingsDrawer: demo || !production,
    adminPassword: s.ADMIN_PASSWORD,
    demoPassword: s.DEMO_PASSWORD,
    adminWorkNo: s.ADMIN_WORK_NO,
    publicUrl: (s.PUBLIC_URL ?? `http://${s.HOST.includes(':') ? `[${s.HOST}]` : s.HOST}:${s.PORT}`).replace(/\/$/, ''),
    secretsKey: s.SECRETS_KEY,
    // A value that is set wins, also in the demo; Stripe itself would refuse the demo's keys.
    stripeApiBase: s.STRIPE_API_BASE ?? (demo ? simulatedProvider(simulator) : undefined),
    outboundAllow: [...s.OUTBOUND_ALLOW, ...(demo ? reachedInDemo(simulator) : [])],
    simulator,
    movablePorts: [
      ...(given['STRIPE_API_BASE'] === undefined ? (['providerPort'] as const) : []),
      ...(given['SIMULATOR_CONTROL_PORT'] === undefined ? (['controlPort'] as const) : []),
      ...(given['SIMULATOR_MAIL_PORT'] === undefined ? (['mailPort'] as const) : []),
    ],
    tenantRateLimit: s.TENANT_RATE_LIMIT,
    // who measures takes the limits away, all of them
    openRateLimit: s.OPEN_RATE_LIMIT === undefined ? s.TENANT_RATE_LIMIT && OPEN_RATE_LIMIT : s.OPEN_RATE_LIMIT,
    shedAtDelayMs: s.SHED_AT_DELAY_MS,
    trustedProxies: s.TRUSTED_PROXIES,
    corsOrigins: s.CORS_ORIGINS,
    frameOrigins: s.FRAME_ORIGINS,
    mapTiles:
      s.MAP_TILES_URL === undefined ? undefined : { url: s.MAP_TILES_URL, attribution: s.MAP_TILES_ATTRIBUTION },
    errorPagePaths: s.ERROR_PAGE_PATHS,
    signSecret: s.SIGN_SECRET,
    testControls: s.TEST_CONTROLS,
    mqttTls: s.MQTT_TLS_CERT && s.MQTT_TLS_KEY ? { certFile: s.MQTT_TLS_CERT, keyFile: s.MQTT_TLS_KEY } : undefined,
    logLevel: s.LOG_LEVEL,
    metrics: s.METRICS,
    metricsToken: s.METRICS_TOKEN,
    otlpEndpoint: s.OTEL_EXPORTER_OTLP_ENDPOINT,
  };
}

/** The same settings with the simulator elsewhere. */
export function withSimulatorAt(config: Config, simulator: SimulatorPorts): Config {
  const others = config.outboundAllow.filter((one) => !reachedInDemo(config.simulator).includes(one));
  return {
    ...config,
    simulator,
    stripeApiBase: config.movablePorts.includes('providerPort') ? simulatedProvider(simulator) : config.stripeApiBase,
    outboundAllow: [...others, ...reachedInDemo(simulator)],
  };
}

const simulatedProvider = ({ providerPort }: SimulatorPorts): string => `http://${SIMULATOR_HOST}:${providerPort}`;

/** Addresses that a demo tenant's own settings name. */
const reachedInDemo = ({ controlPort, mailPort }: SimulatorPorts): string[] =>
  [controlPort, mailPort].map((port) => `${SIMULATOR_HOST}:${port}`);
