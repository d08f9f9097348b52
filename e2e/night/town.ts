import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { startSimulator } from '../../src/apps/simulator/start-simulator.ts';
import { duties } from '../../src/domains/alarms/contract/duties.ts';
import { cabinets } from '../../src/domains/cabinets/contract/cabinet.ts';
import { cabinetEndpoints } from '../../src/domains/cabinets/contract/endpoints.ts';
import { clients } from '../../src/domains/clients/contract/clients.ts';
import { clientEndpoints } from '../../src/domains/clients/contract/endpoints.ts';
import { beverages } from '../../src/domains/goods/contract/beverages.ts';
import { menus } from '../../src/domains/goods/contract/menus.ts';
import { materials } from '../../src/domains/materials/contract/materials.ts';
import { paymentConfigs } from '../../src/domains/payments/contract/payment-configs.ts';
import { robotEndpoints } from '../../src/domains/robots/contract/endpoints.ts';
import { updateMaterialsEndpoints } from '../../src/domains/robots/contract/stock-endpoints.ts';
import { spots } from '../../src/domains/spots/contract/spots.ts';
import {
  type Endpoint,
  fullPath,
  type RequestInput,
  type ResponseOf,
} from '../../src/platform/http/contract/endpoint.ts';
import { tenantEndpoints } from '../../src/system/tenants/contract/endpoints.ts';
import { users } from '../../src/system/users/contract/users.ts';
import { asStaff } from '../start-pair.ts';
import { aPlace, freePort, type Place, startProduct } from '../start-product.ts';
import { insist } from '../storefront-client.ts';
import { until } from '../until.ts';

/** The tenant that an installation begins with. */
const TENANT = '1000';
export const ZONE = 'Europe/Oslo';
const PROVIDER_KEY = 'sk_test_alarmNight1';
const PASSWORD = 'Solnedgang-5582';
/** Three report intervals without a word are longer than any night that a test skips. */
const A_DAY = 86_400;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const UNITS = ['PBNIGHT1', 'PBNIGHT2'];

export interface Device {
  readonly kind: 'robots' | 'cabinets';
  readonly id: string;
  readonly imei: string;
}

export interface Town {
  readonly place: Place;
  readonly cabinet: Device;
  /** By its name. */
  robot(name: string): Device;
  ask<E extends Endpoint>(endpoint: E, request: RequestInput<E>): Promise<ResponseOf<E>>;
  /** Something goes wrong at a device, or right again, as people ask for it on the simulator's page. */
  fault(device: Device, fault: { readonly kind: string } & Readonly<Record<string, unknown>>): Promise<void>;
  /** A customer orders one drink from a robot, pays, and leaves when nothing more comes. */
  buyFrom(robot: Device): Promise<void>;
  /** Somebody brings the stolen unit back. */
  putBack(): Promise<void>;
  /** Server, devices and mailboxes are at another time, and what is due then has been done. */
  moveTo(time: Date): Promise<void>;
  runDue(): Promise<void>;
  /** Mails since the last time they were asked for, the oldest first. */
  mails(): { readonly to: string; readonly text: string }[];
  stop(): Promise<void>;
}

interface TownPlan {
  readonly harbour: readonly string[];
  readonly airport: readonly string[];
}

/**
 * An installation of one tenant: two spots with robots, a cabinet, and nobody who buys by himself. At the harbour two people are on
 * duty, at night and in the morning; the airport has a contact who may be called by day.
 */
export async function openTown(plan: TownPlan): Promise<Town> {
  const mailPort = await freePort();
  const place = await aPlace({ DEMO: 'off', OUTBOUND_ALLOW: `127.0.0.1:${mailPort}` });
  const started = await startProduct(place);
  const { url, control, provider, mqttPort } = place.product;
  let staff = await asStaff(place.product, 'admin', TENANT);
  const ask: Ask = async (endpoint, request) => {
    const isRead = endpoint.method === 'GET';
    const query = isRead ? `?${new URLSearchParams(request as Record<string, string>)}` : '';
    const answer = await insist<never>(url + fullPath(endpoint.path) + query, staff, isRead ? undefined : request);
    if (!answer.success) throw new Error(`${endpoint.path}: ${JSON.stringify(answer)}`);
    return answer.result;
  };
  const tell = async (method: string, address: string, body: unknown): Promise<unknown> => {
    const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(address, init);
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };

  await ask(tenantEndpoints.edit, { timeZone: ZONE, timeFormat: 'dd.MM.yyyy HH:mm:ss', currency: 'NOK' });
  await ask(tenantEndpoints.editEmail, { host: '127.0.0.1', port: mailPort, from: 'console@harbour.example' });
  const picture = await upload(url, staff);
  await addPeople(ask, picture);
  const { harbourId, airportId, key } = await addShop(ask, picture);

  const robots = new Map<string, Device & { readonly password: string; readonly spotId: string }>();
  for (const [spotId, names] of [
    [harbourId, plan.harbour],
    [airportId, plan.airport],
  ] as const)
    for (const name of names) {
      const imei = `8600000000${10_000 + robots.size}`;
      const asked = { imei, name, spotId, reportIntervalSeconds: A_DAY, reportType: 'on_change' } as const;
      const { robot, mqtt } = await ask(robotEndpoints.add, asked);
      robots.set(name, { kind: 'robots', id: robot.id, imei, password: mqtt.password ?? '', spotId });
    }
  await fill(ask, [...robots.values()]);
  await addDuty(ask, harbourId, 'nils', { from: '22:00', to: '06:00' });
  await addDuty(ask, harbourId, 'dag', { from: '06:00', to: '14:00' });
  const added = { name: 'Quay cabinet', imei: '869000000010000', spotId: harbourId, capacity: 4 };
  const { id: cabinetId } = await add(ask, cabinets.endpoints.add, added);
  const cabinetAccess = await ask(cabinetEndpoints.credential, { id: cabinetId });
  const cabinet: Device = { kind: 'cabinets', id: cabinetId, imei: added.imei };
  await letBeSilent(place.dataDir, cabinet);

  const simulator = await startSimulator({
    ...{ serverUrl: url, mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, chance: 'off', customersStart: false },
    ...{ speed: 200, haste: 200, takenAfterSeconds: { from: 0, to: 0 } },
    ports: { provider: Number(new URL(provider).port), control: Number(new URL(control).port), mail: mailPort },
    accounts: [{ secretKey: PROVIDER_KEY }],
    storefrontKeys: [{ tenantId: TENANT, spotId: harbourId, channel: 'kiosk', key, timeZone: ZONE }],
    robots: [...robots.values()].map(({ imei, password, spotId }) => ({
      ...{ tenantId: TENANT, imei, password, spotId, reportIntervalSeconds: A_DAY },
    })),
    cabinets: [
      {
        ...{
          tenantId: TENANT,
          imei: cabinet.imei,
          password: cabinetAccess.password ?? '',
          capacity: 4,
          reportIntervalSeconds: A_DAY,
        },
        units: UNITS.map((serial, index) => ({ slot: index + 1, serial, soc: 100 })),
      },
    ],
  });
  const isThere = async () =>
    [...simulator.robots.values(), ...simulator.cabinets.values()].every((one) => one.view().online);
  await until('all devices online', isThere);

  let seen: string | undefined;
  const runDue = async () => {
    await tell('POST', `${url}/api/test-controls/run-due`, {});
  };
  return {
    ...{ place, cabinet, ask, runDue },
    robot: (name) => {
      const robot = robots.get(name);
      if (!robot) throw new Error(`no robot ${name}`);
      return robot;
    },
    fault: async ({ kind, imei }, fault) => {
      await tell('POST', `${control}/${kind}/${imei}/faults`, fault);
    },
    buyFrom: async ({ imei }) => {
      // a drawn card may be one that the bank declines, and then nothing is made
      const asked = { deviceImei: imei, spotId: harbourId, paymentMethod: 'pm_card_visa', wait: true };
      const visit = (await tell('POST', `${control}/customers/buyNow`, asked)) as { end: string };
      if (!['pickedUp', 'notServed'].includes(visit.end)) throw new Error(`The customer bought nothing: ${visit.end}`);
    },
    putBack: async () => {
      await tell('POST', `${control}/cabinets/${cabinet.imei}/return`, { serial: UNITS[0], slot: 1 });
    },
    moveTo: async (time) => {
      await tell('PUT', `${url}/api/test-controls/clock`, { now: time.toISOString() });
      await tell('PUT', `${control}/clock`, { now: time.toISOString() });
      // a session does not last as long as what is skipped
      staff = await asStaff(place.product, 'admin', TENANT);
      await runDue();
    },
    mails: () => {
      const fresh = simulator.outbox.list({ channel: 'email', ...(seen === undefined ? {} : { after: seen }) });
      seen = fresh[0]?.id ?? seen;
      return fresh.toReversed().map(({ to, text }) => ({ to, text }));
    },
    stop: async () => {
      await simulator.stop();
      await started.end('SIGTERM');
      await rm(place.dataDir, { recursive: true, force: true });
    },
  };
}

/** Nobody sets how often cabinets report; like the robots this one may say nothing for as long as a test skips. */
async function letBeSilent(dataDir: string, { id }: Device): Promise<void> {
  const client = new pg.Client({ connectionString: await readFile(join(dataDir, 'postgres/url'), 'utf8') });
  await client.connect();
  try {
    await client.query(`set app.tenant_id = '${TENANT}'`);
    const { rowCount } = await client.query('update cabinet set report_interval_seconds = $1 where id = $2', [
      A_DAY,
      id,
    ]);
    if (rowCount !== 1) throw new Error('The cabinet is not there');
  } finally {
    await client.end();
  }
}

type Ask = Town['ask'];

/** Forms have more fields than a town needs. */
const add = <E extends Endpoint>(ask: Ask, endpoint: E, request: object): Promise<ResponseOf<E>> =>
  ask(endpoint, request as RequestInput<E>);

/** One picture for everything that must have one. */
async function upload(url: string, staff: Readonly<Record<string, string>>): Promise<string> {
  const square = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#1890ff' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('biz', 'temp');
  form.set('file', new Blob([new Uint8Array(square)], { type: 'image/png' }), 'square.png');
  const answer = await fetch(`${url}/api/sys/common/upload`, { method: 'POST', headers: staff, body: form });
  return ((await answer.json()) as { result: { path: string } }).result.path;
}

async function addPeople(ask: Ask, avatar: string): Promise<void> {
  for (const [index, name] of ['nils', 'dag'].entries())
    await add(ask, users.endpoints.add, {
      ...{ avatar, username: name, realname: name[0]!.toUpperCase() + name.slice(1), workNo: name, sex: 1 },
      ...{
        phone: `+479000000${index}`,
        email: `${name}@harbour.example`,
        password: PASSWORD,
        confirmpassword: PASSWORD,
      },
    });
}

const addDuty = (ask: Ask, spotId: string, userName: string, hours: { from: string; to: string }): Promise<unknown> =>
  add(ask, duties.endpoints.add, {
    ...{ name: userName, userName, spotId, weekdays: EVERY_DAY, hours, startsOn: '2026-01-01' },
  });

async function addShop(ask: Ask, picture: string) {
  const contact = (name: string) => ({
    name,
    phone: '',
    email: `${name.toLowerCase()}@harbour.example`,
    bySms: false,
    byEmail: true,
  });
  const spot = async (name: string, contacts: readonly string[]): Promise<string> => {
    const { id } = await add(ask, spots.endpoints.add, {
      ...{
        name,
        nameZh: '',
        address: 'Quay 1',
        icon: picture,
        companyLogo: picture,
        serviceTime: 'Always',
        openingTimes: [],
      },
      ...{ contacts: contacts.map(contact), alarmTimes: [{ window: { from: '08:00', to: '22:00' } }] },
      ...{ criticalIgnoresWindow: false, maintenanceEmail: 'repair@harbour.example' },
    });
    return id;
  };
  const harbourId = await spot('Harbour', ['Ada', 'Bo']);
  const airportId = await spot('Airport', ['Eva']);
  const { id: beans } = await add(ask, materials.endpoints.add, {
    name: 'Beans',
    nameZh: '咖啡豆',
    materialType: 1,
    unit: 'g',
    code: 'beans',
  });
  const { id: milk } = await add(ask, materials.endpoints.add, {
    name: 'Milk',
    nameZh: '牛奶',
    materialType: 5,
    unit: 'ml',
    code: 'milk',
  });
  const { id: menuId } = await add(ask, menus.endpoints.add, { name: 'Coffee', image: picture });
  await add(ask, beverages.endpoints.add, {
    ...{ name: 'Latte', description: 'Coffee with milk', menuId, image: picture, taxRate: 0 },
    ...{ originalPriceMinor: 4_000, priceMinor: 4_000, productionSeconds: 20, status: 'on_sale', optionGroups: [] },
    recipe: [beans, milk].map((materialId) => ({ materialId, amount: 50, necessary: true })),
  });
  await add(ask, paymentConfigs.endpoints.add, {
    ...{
      customName: 'Cards',
      channel: 'stripe',
      status: 1,
      appEnabled: true,
      configContent: { secretKey: PROVIDER_KEY },
    },
  });
  const { id } = await add(ask, clients.endpoints.add, { name: 'Kiosk', channel: 'kiosk', spotId: harbourId });
  const { key } = await ask(clientEndpoints.makeKey, { id });
  return { harbourId, airportId, key };
}

async function fill(ask: Ask, robots: readonly Device[]): Promise<void> {
  const { records } = await ask(materials.endpoints.page, {});
  for (const { id: robotId } of robots)
    await ask(Object.values(updateMaterialsEndpoints)[0]!, {
      ...{ robotId, reason: 'First filling' },
      materials: records.map(({ id: materialId }) => ({ materialId, capacity: 2_000, amount: 2_000, lowMark: 300 })),
    });
}
