import { type AddressInfo, createServer } from 'node:net';
import { Aedes } from 'aedes';
import { afterEach, expect, test, vi } from 'vitest';
import { parseUpwardTopic } from '#domains/devices/contract/topics.ts';
import { PosEventMessage, type PosPaymentResult, PosStateMessage } from '#domains/pos/contract/messages.ts';
import { startPaymentProvider } from '../payment-provider/start-payment-provider.ts';
import { startTerminal } from './start-terminal.ts';

const KEY = 'sk_test_terminals';
const CODE = 'simulated-pos1';
const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A terminal that is registered at a provider, at a broker that checks what it says with the gateway's schemas. */
async function aTerminal() {
  const broker = await Aedes.createBroker();
  const said: (PosPaymentResult | { online: boolean; network?: string | undefined })[] = [];
  broker.on('publish', (packet) => {
    const topic = parseUpwardTopic(packet.topic);
    const read = (): unknown => JSON.parse(packet.payload.toString());
    if (topic?.channel === 'state') said.push(PosStateMessage.parse(read()).data);
    else if (topic?.channel === 'event') said.push(PosEventMessage.parse(read()).data);
  });
  const server = createServer(broker.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider = await startPaymentProvider({ accounts: [{ secretKey: KEY }] });
  const call = async (path: string, values: Record<string, string>) => {
    const answer = await fetch(`${provider.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(values).toString(),
    });
    return (await answer.json()) as { id: string; status?: string; error?: { code: string } };
  };
  const place = { display_name: 'Hall', 'address[line1]': 'Quay 1', 'address[country]': 'NO' };
  const { id: location } = await call('terminal/locations', place);
  const { id: reader } = await call('terminal/readers', { registration_code: CODE, location });
  const terminal = startTerminal({
    mqttUrl: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ tenantId: '1000', imei: 'POS0000000001', password: 'right', registrationCode: CODE, provider, haste: 50 },
  });
  cleanUps.push(
    () => new Promise<void>((resolve) => server.close(() => resolve())),
    () => new Promise<void>((resolve) => broker.close(() => resolve())),
    () => provider.stop(),
    () => terminal.stop(),
  );
  await vi.waitFor(() => expect(said).toContainEqual(expect.objectContaining({ online: true })), { timeout: 5_000 });
  /** As the server does it: a payment for a card that is present, and the reader asks for one. */
  const ask = async (orderNo: string): Promise<{ error?: { code: string } }> => {
    const wanted = { amount: '4500', currency: 'nok', 'payment_method_types[]': 'card_present' };
    const intent = await call('payment_intents', { ...wanted, 'metadata[orderNo]': orderNo });
    return call(`terminal/readers/${reader}/process_payment_intent`, { payment_intent: intent.id });
  };
  const charged = () => provider.ledger(KEY).entries.filter(({ kind }) => kind === 'charge').length;
  return { terminal, provider, ask, charged, said };
}

test.each([
  [undefined, 'approved', 1],
  ['declineCard', 'declined', 0],
  ['noCard', 'timed_out', 0],
] as const)('a customer with the fault %s: the terminal says %s', async (kind, result, charges) => {
  const { terminal, ask, charged, said } = await aTerminal();
  if (kind) terminal.fault({ kind });
  await ask('N-1');
  const expected = { kind: 'payment.result', orderNo: 'N-1', result };
  await vi.waitFor(() => expect(said).toContainEqual(expected), { timeout: 5_000 });
  expect(charged()).toBe(charges);
  expect(terminal.view()).toMatchObject({ isRegistered: true, asksFor: null, waitingFaults: [] });
});

test('a terminal that lost the payment network cannot be made to ask, and says so', async () => {
  const { terminal, ask, charged, said } = await aTerminal();
  terminal.fault({ kind: 'losePaymentNetwork' });
  await vi.waitFor(() => expect(said).toContainEqual(expect.objectContaining({ network: 'unreachable' })));
  expect(await ask('N-2')).toMatchObject({ error: { code: 'terminal_reader_offline' } });
  terminal.fault({ kind: 'clear' });
  await ask('N-3');
  await vi.waitFor(() => expect(charged()).toBe(1), { timeout: 5_000 });
});

test('a terminal whose plug is pulled while somebody takes out his card charges nothing', async () => {
  const { terminal, ask, charged, said } = await aTerminal();
  await ask('N-4');
  terminal.fault({ kind: 'pullPlug' });
  await vi.waitFor(() => expect(terminal.view()).toMatchObject({ powered: false, online: false, asksFor: 'N-4' }));
  await new Promise((done) => setTimeout(done, 400));
  expect(charged()).toBe(0);
  terminal.fault({ kind: 'plugIn' });
  const expected = { kind: 'payment.result', orderNo: 'N-4', result: 'approved' };
  await vi.waitFor(() => expect(said).toContainEqual(expected), { timeout: 5_000 });
});
