// A cabinet as somebody else would build it: an MQTT library, a validator of schemas, and what /api/device-protocol.json says.
// Three slots, two units. It does what it is asked; each line that it prints is one thing that it has seen, as JSON. A line on its
// standard input, {"return": serial}, is a customer who puts a unit back; {"again": true} says the last return once more, {"bye": true}
// ends it.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { connectAsync } from 'mqtt';

const [, , server = '', mqttPort = '', tenant = '', imei = '', password = '', ...serials] = process.argv;

interface Described {
  topic: string;
  qos: 0 | 1;
  retained: boolean;
  schema: object;
}
interface Protocol {
  version: number;
  connection: { clientId: string; username: string; will: { qos: 0 | 1; retain: boolean }; keepAliveSeconds: number };
  kinds: {
    cabinet: { topicPrefix: string; messages: Record<string, Described>; commands: Record<string, { args: object }> };
  };
}
const protocol = (await (await fetch(`${server}/api/device-protocol.json`)).json()) as Protocol;
const { messages, commands } = protocol.kinds.cabinet;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const validators = new Map<object, ValidateFunction>();
/** Whatever is said and heard fits the schema of the document, or this cabinet is of no use. */
function mustFit(schema: object, value: unknown, what: string): void {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  if (!validate(value)) throw new Error(`${what} does not fit its schema: ${ajv.errorsText(validate.errors)}`);
}

const say = (seen: object): void => console.log(JSON.stringify(seen));
const described = (name: string): Described => {
  const found = messages[name];
  if (!found) throw new Error(`the document says nothing of ${name}`);
  return found;
};
const filled = (pattern: string, more: Record<string, string> = {}): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ({ tenant, imei, ...more })[name] ?? whole);

const session = randomUUID().slice(0, 8);
let seq = 0;
const frame = (data: object) => {
  const framed = { v: protocol.version, id: randomUUID(), ts: new Date().toISOString(), seq, session, data };
  seq += 1;
  return framed;
};
const state = described('state');
const will = JSON.stringify(frame({ online: false }));
seq = 0;
const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
  protocolVersion: 4,
  clientId: filled(protocol.connection.clientId),
  username: filled(protocol.connection.username),
  password,
  keepalive: protocol.connection.keepAliveSeconds,
  clean: false,
  will: { topic: filled(state.topic), payload: Buffer.from(will), ...protocol.connection.will },
});

/** Resolves when the server has acknowledged it, where its quality of service asks for that. */
async function send(name: string, message: object, more: Record<string, string> = {}): Promise<void> {
  const { topic, qos, retained, schema } = described(name);
  mustFit(schema, message, name);
  await client.publishAsync(filled(topic, more), JSON.stringify(message), { qos, retain: retained });
}

interface Slot {
  slot: number;
  serial: string | null;
}
const slots: Slot[] = [1, 2, 3].map((slot) => ({ slot, serial: serials[slot - 1] ?? null }));
const readingOf = ({ slot, serial }: Slot) => ({
  ...{ slot, serial, state: serial === null ? 'empty' : 'occupied' },
  ...(serial === null ? {} : { soc: 90 }),
});
const upload = () => send('event', frame({ kind: 'bank.slots', slots: slots.map(readingOf) }));

interface Command {
  cmd: string;
  args: { slot?: number; serial?: string; version?: string; clips?: { id: string }[] };
  issuedAt: string;
  ttlS: number;
}
interface Answer {
  ok: boolean;
  code: string;
  data?: object;
}
const answers = new Map<string, Answer>();
const answerTo = (id: string, more: object) =>
  send('ack', { v: protocol.version, ts: new Date().toISOString(), ...more }, { cmdId: id });

async function perform(id: string, { cmd, args }: Command): Promise<Answer> {
  const at = slots.find(({ slot }) => slot === args.slot);
  if (cmd === 'eject') {
    if (!at?.serial || (args.serial !== undefined && args.serial !== at.serial))
      return { ok: false, code: 'SLOT_EMPTY' };
    const { serial } = at;
    at.serial = null;
    await send('event', frame({ kind: 'bank.ejected', serial, slot: at.slot, cmdId: id, eventId: randomUUID() }));
    return { ok: true, code: 'EJECTED', data: { serial } };
  }
  if (cmd === 'check') return { ok: true, code: 'DONE', data: { ...(at && readingOf(at)) } };
  if (cmd === 'uploadAll') {
    await send('state', frame({ online: true, fw: '0.1' }));
    await upload();
  } else if (cmd === 'popAll') {
    for (const each of slots) {
      const { serial, slot } = each;
      each.serial = null;
      if (serial !== null)
        await send('event', frame({ kind: 'bank.ejected', serial, slot, cmdId: id, eventId: randomUUID() }));
    }
  } else if (cmd === 'loadAds') {
    const clips = (args.clips ?? []).map((clip) => ({ id: clip.id, ok: true }));
    await send('event', frame({ kind: 'adverts.loaded', version: args.version, clips }));
  } else return { ok: false, code: 'UNKNOWN' };
  return { ok: true, code: 'DONE' };
}

async function obey(topic: string, payload: Buffer): Promise<void> {
  const id = topic.slice(topic.lastIndexOf('/') + 1);
  const command = JSON.parse(payload.toString('utf8')) as Command;
  mustFit(described('command').schema, command, 'a command');
  const known = commands[command.cmd];
  if (known) mustFit(known.args, command.args, `the arguments of ${command.cmd}`);
  const late = Date.now() > Date.parse(command.issuedAt) + command.ttlS * 1000;
  const before = answers.get(id);
  await answerTo(id, { stage: 'accepted' });
  const answer = before ?? (late ? { ok: false, code: 'EXPIRED' } : await perform(id, command));
  answers.set(id, answer);
  await answerTo(id, { stage: 'result', ...answer });
  say({ obeyed: command.cmd, ...answer });
}

// one thing at a time
let work = Promise.resolve();
const hear = (topic: string, payload: Buffer): void => {
  if (topic.includes('/cmd/')) work = work.then(() => obey(topic, payload));
};
client.on('message', hear);
await client.subscribeAsync(filled(described('command').topic).replaceAll(/\{\w+\}/g, '+'), { qos: 1 });
await send('state', frame({ online: true, fw: '0.1', model: 'Of somebody else' }));
await upload();
await send('telemetry', frame({ signal: -70, temperatureTenths: 221, slots: [{ slot: 1, soc: 91 }] }));
say({ born: session });

let last: object | undefined;
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line) as { return?: string; again?: boolean; bye?: boolean };
  if (told.return !== undefined) {
    const free = slots.find(({ serial }) => serial === null);
    if (!free) throw new Error('no free slot');
    free.serial = told.return;
    last = { kind: 'bank.returned', serial: told.return, slot: free.slot, soc: 40, eventId: randomUUID() };
  }
  if (last && (told.return !== undefined || told.again)) {
    await send('event', frame(last));
    say({ acknowledged: true });
  }
  if (told.bye) break;
}
client.off('message', hear);
await work;
await send('state', frame({ online: false }));
await client.endAsync();
