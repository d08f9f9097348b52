import { expect, test } from 'vitest';
import { MosquittoLogins } from './mosquitto-logins.ts';

interface Command {
  readonly command: string;
  readonly correlationData: string;
}

/** A broker that answers what it is told to, the commands of one message together. */
function aBroker(errorOf: (command: string) => string | undefined = () => undefined) {
  const messages: string[][] = [];
  const logins: MosquittoLogins = new MosquittoLogins(async (payload) => {
    const { commands } = JSON.parse(payload) as { commands: Command[] };
    messages.push(commands.map(({ command }) => command));
    const responses = commands.map(({ command, correlationData }) => ({
      ...{ command, correlationData, error: errorOf(command) },
    }));
    queueMicrotask(() => logins.answered(JSON.stringify({ responses })));
  });
  return { logins, messages };
}

const rights = { publish: ['up'], subscribe: ['down'], retain: [] };
const login = { imei: '860000000000001', password: 'fjord-mokka', rights };

test('a login takes one message, as the answers of Mosquitto are slow one by one', async () => {
  const { logins, messages } = aBroker();
  await logins.save(login);
  expect(messages).toEqual([['deleteClient', 'deleteRole', 'createRole', 'createClient']]);
});

test('what is not there need not be removed; any other refusal is told', async () => {
  const fresh = aBroker((command) => (command.startsWith('delete') ? 'Client not found' : undefined));
  await fresh.logins.save(login);
  await fresh.logins.remove(login.imei);
  const refusing = aBroker((command) => (command === 'createRole' ? 'Role already exists' : undefined));
  await expect(refusing.logins.save(login)).rejects.toThrow('Broker refused createRole: Role already exists');
  const lost = aBroker((command) => (command === 'createClient' ? 'Role not found' : undefined));
  await expect(lost.logins.save(login)).rejects.toThrow('Broker refused createClient: Role not found');
});
