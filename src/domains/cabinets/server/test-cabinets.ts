import { pino } from 'pino';
import { TestDevice } from '#domains/devices/server/test-device.ts';
import { openEmbeddedBroker } from '#platform/device-gateway/server/embedded-broker.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { cabinets } from '../contract/cabinet.ts';
import { cabinetEndpoints } from '../contract/endpoints.ts';
import type { SlotReading } from '../contract/messages.ts';
import { powerBankPlaces, powerBanks } from '../contract/power-bank.ts';

let count = 0;
export const anImei = (): string => {
  count += 1;
  return `CAB${newId().slice(-8)}${String(count).padStart(4, '0')}`;
};

export const startCabinetServer = (more: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> =>
  startTestServer({
    broker: openEmbeddedBroker({ host: '127.0.0.1', port: 0, log: pino({ level: 'silent' }) }),
    planDue: async () => 0,
    ...more,
  });

export const refusal = async (work: Promise<unknown>) => {
  const refused = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refused instanceof Refused)) throw new Error(`nothing was refused: ${String(refused)}`);
  return { problem: refused.problem, paths: refused.answer.body.faults?.map(({ path }) => path) };
};

export const full = (slot: number, serial: string, soc = 90): SlotReading => ({ slot, state: 'occupied', serial, soc });
export const free = (slot: number): SlotReading => ({ slot, state: 'empty', serial: null });

/** A cabinet of a tenant with its device, and what the tenant sees of it. */
export class TestCabinet {
  readonly server: TestServer;
  readonly tenant: TestTenant;
  readonly staff: Caller;
  readonly id: string;
  readonly imei: string;
  device!: TestDevice;
  password = '';

  private constructor(server: TestServer, tenant: TestTenant, staff: Caller, row: { id: string; imei: string }) {
    this.server = server;
    this.tenant = tenant;
    this.staff = staff;
    this.id = row.id;
    this.imei = row.imei;
  }

  static async add(server: TestServer, tenant: TestTenant, staff: Caller, more: object = {}): Promise<TestCabinet> {
    const imei = anImei();
    const asked = { imei, name: `Cabinet ${imei}`, capacity: 4, ...more };
    const row = await server.call(cabinets.endpoints.add, asked as never, staff);
    return new TestCabinet(server, tenant, staff, row);
  }

  /** Connects, says that it is there and what lies in its slots. */
  async start(slots: readonly SlotReading[]): Promise<this> {
    const access = await this.server.call(cabinetEndpoints.credential, { id: this.id }, this.staff);
    this.password = access.password ?? '';
    const address = { tenantId: this.tenant.id, kind: 'cabinet', imei: this.imei } as const;
    this.device = new TestDevice(access.url, address, this.password);
    // a broker that has only just begun may not know it yet; as devices do, it tries again
    await until(() =>
      this.device.connect().then(
        () => true,
        () => false,
      ),
    );
    await this.device.state({ online: true, fw: '1.0.0' });
    await this.upload(slots);
    await until(async () => (await this.row()).online);
    return this;
  }

  async upload(slots: readonly SlotReading[], more: object = {}): Promise<void> {
    await this.device.event({ kind: 'bank.slots', slots }, more);
    await this.server.runDue();
  }
  async says(data: object, more: object = {}): Promise<void> {
    await this.device.event(data, more);
    await this.server.runDue();
  }
  /** The next command of this name that the device heard. */
  async heard(cmd: string, nth = 1): Promise<TestDevice['commands'][number]> {
    await this.server.runDue();
    await until(() => this.device.commands.filter((one) => one.cmd === cmd).length >= nth);
    return this.device.commands.filter((one) => one.cmd === cmd)[nth - 1]!;
  }
  async answers(commandId: string, answer: object): Promise<void> {
    await this.device.ack(commandId, { stage: 'result', ...answer });
    await this.server.runDue();
  }

  row = () => this.server.call(cabinets.endpoints.one, { id: this.id }, this.staff);
  async slots() {
    return (await this.server.call(cabinetEndpoints.slots, { id: this.id }, this.staff)).slots;
  }
  async slot(no: number) {
    return (await this.slots()).find(({ slot }) => slot === no)!;
  }
  async unit(serial: string) {
    const { id } = await this.server.call(cabinetEndpoints.unitBySerial, { serial }, this.staff);
    return this.server.call(powerBanks.endpoints.one, { id }, this.staff);
  }
  /** Newest first. */
  async places(serial: string) {
    const { records } = await this.server.call(powerBankPlaces.endpoints.page, { serial }, this.staff);
    return records;
  }
}
