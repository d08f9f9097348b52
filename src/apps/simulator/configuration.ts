import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { MessageAccount } from './outbox/message-reports.ts';

const share = z.number().min(0).max(1);
const port = z.int().min(0).max(65_535);

const name = { name: z.string(), nameZh: z.string().default('') };
/** Tenants and spots by name, for people who look at the simulator's page. */
const Places = z.array(
  z.object({
    tenantId: z.string(),
    ...name,
    spots: z.array(z.object({ spotId: z.string(), ...name })),
  }),
);
export type Places = z.infer<typeof Places>;

/** What the launcher hands over as a JSON file; its path is the environment variable `SIMULATOR_CONFIG`. Entries may say more. */
export const SimulatorConfig = z.strictObject({
  /** The server that sells, such as `http://127.0.0.1:3000`. */
  serverUrl: z.url(),
  /** The broker of the robots, such as `mqtt://127.0.0.1:1883`. */
  mqttUrl: z.url(),
  /** Where the provider's journal and the robots' memories live; without it everything is forgotten at the end. */
  dataDir: z.string().min(1).optional(),
  /** 0 takes any free port. */
  ports: z
    .strictObject({ provider: port.default(12111), control: port.default(12112), mail: port.default(12212) })
    .prefault({}),
  seed: z.union([z.int(), z.string()]).default(1),
  robots: z
    .array(
      z.object({
        tenantId: z.string(),
        imei: z.string(),
        password: z.string(),
        name: z.string().optional(),
        /** Where it stands: people at a kiosk choose among the robots of their spot. */
        spotId: z.string().optional(),
        /** What the code stuck on it says: customers scan it and ask for their money there. */
        label: z.string().optional(),
        firmware: z.string().optional(),
        reportIntervalSeconds: z.int().min(5).optional(),
        reportType: z.enum(['on_change', 'scheduled']).optional(),
        materials: z
          .array(z.strictObject({ code: z.string(), capacity: z.int().min(1), level: z.int().min(0).optional() }))
          .optional(),
        outlets: z.int().min(1).max(16).optional(),
        /** Says no to settings, or has them changed at the machine on its first day; not where nothing happens by chance. */
        drift: z.enum(['refuses', 'byHand']).optional(),
        waitsForRefill: z.boolean().optional(),
      }),
    )
    .max(500)
    .default([]),
  cabinets: z
    .array(
      z.object({
        tenantId: z.string(),
        imei: z.string(),
        password: z.string(),
        name: z.string().optional(),
        spotId: z.string().optional(),
        capacity: z.int().min(1).max(60),
        units: z
          .array(z.object({ slot: z.int(), serial: z.string(), soc: z.number(), cycles: z.int().optional() }))
          .optional(),
        reportIntervalSeconds: z.int().min(5).optional(),
      }),
    )
    .max(500)
    .default([]),
  /** Payment terminals; a customer at the kiosk of their robot may pay there. */
  terminals: z
    .array(
      z.object({
        tenantId: z.string(),
        imei: z.string(),
        password: z.string(),
        name: z.string().optional(),
        /** As its screen shows it: with this code somebody registers it at the provider. */
        registrationCode: z.string(),
        /** The robot that it stands at. */
        robotImei: z.string().optional(),
      }),
    )
    .max(500)
    .default([]),
  /** Drinks are made this many times as fast. */
  speed: z.number().min(0.1).max(1_000).default(1),
  /** Seconds until a customer takes a finished order; `null`: only when a test says so. */
  takenAfterSeconds: z
    .strictObject({ from: z.number().min(0), to: z.number().min(0) })
    .nullable()
    .optional(),
  storefrontKeys: z
    .array(
      z.object({
        tenantId: z.string(),
        spotId: z.string(),
        channel: z.enum(['app', 'kiosk', 'miniprogram']),
        key: z.string(),
        timeZone: z.string().optional(),
        /** By day, or at all hours; those spots have people who look after them. */
        rhythm: z.enum(['business', 'dayAndNight']).optional(),
        /** Of the whole spot, mean over the day. */
        customersPerHour: z.number().min(0).max(10_000).optional(),
        /** How many of the spot's customers come this way, beside those of its other keys. */
        share: z.number().positive().optional(),
      }),
    )
    .default([]),
  /** Coupons whose code hangs at the spots of a tenant. */
  posters: z.array(z.object({ tenantId: z.string(), couponId: z.string() })).default([]),
  /** Where the page leads back to. */
  consoleUrl: z.url().optional(),
  places: Places.default([]),
  /** Customers come by themselves from the start. */
  customersStart: z.boolean().default(true),
  /** Divides all waiting of the customers; for tests. */
  haste: z.number().min(0.1).max(10_000).default(1),
  accounts: z
    .array(
      z.object({
        secretKey: z.string(),
        webhookUrl: z.string().optional(),
        webhookSecret: z.string().optional(),
      }),
    )
    .default([]),
  /** Who sends messages here, and where each wants to hear what became of them. */
  messageAccounts: z.array(MessageAccount).default([]),
  /** Things that go wrong by chance; `off` for tests that want to be alone with their own faults. */
  chance: z.enum(['off', 'demo']).default('demo'),
  faultRates: z
    .strictObject({
      failDrink: share.optional(),
      leaveDrink: share.optional(),
      dropConnectionsPerDay: z.number().min(0).optional(),
      powerCutsPerDay: z.number().min(0).optional(),
    })
    .optional(),
});
export type SimulatorConfig = z.infer<typeof SimulatorConfig>;
export type SimulatorConfigInput = z.input<typeof SimulatorConfig>;

export class WrongConfiguration extends Error {}

/** Reads the file; every fault is named with its path. */
export function readConfiguration(path: string | undefined): SimulatorConfig {
  if (!path) throw new WrongConfiguration('SIMULATOR_CONFIG is not set: it names the JSON file with the settings');
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new WrongConfiguration(`SIMULATOR_CONFIG: ${path} is not readable JSON (${String(error)})`);
  }
  const parsed = SimulatorConfig.safeParse(content);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || '(all)'}: ${issue.message}`);
  throw new WrongConfiguration(`${path}:\n${faults.join('\n')}`);
}
