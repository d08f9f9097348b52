import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { Secret } from '#platform/secrets/server/secrets.ts';
import { DeliveryError } from './delivery-error.ts';
import { sendEmail } from './send-email.ts';

const servers: SMTPServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((done) => server.close(done));
});

const said: string[] = [];
async function aMailServer(options: object): Promise<number> {
  said.length = 0;
  const server = new SMTPServer({
    authOptional: true,
    onMailFrom: (_address, _session, done) => {
      said.push('mail');
      done();
    },
    onAuth: (_auth, _session, done) => {
      said.push('login');
      done(null, { user: 'x' });
    },
    ...options,
  });
  server.on('error', () => undefined);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.server.address() as { port: number }).port;
}

const message = { channel: 'email', purpose: 'test', to: 'a@example.com', subject: 'Hello', text: 'Hello' } as const;

async function faultOf(port: number, security: 'tls' | 'starttls', mayBePlain: boolean): Promise<string> {
  const settings = {
    host: 'mail.example',
    port,
    security,
    username: 'someone',
    from: 'b@example.com',
    fromName: '',
  };
  return sendEmail(
    { addresses: [{ address: '127.0.0.1', family: 4 }], mayBePlain },
    { settings, password: new Secret('word') },
    message,
    'some-id',
  ).then(
    () => 'sent',
    (error: unknown) => (error instanceof DeliveryError ? error.fault : String(error)),
  );
}

test('a server without TLS gets neither login nor mail', async () => {
  const port = await aMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  expect(await faultOf(port, 'starttls', false)).toBe('refused');
  expect(said).toEqual([]);
});

test('a server with an untrusted certificate gets neither login nor mail', async () => {
  const upgraded = await aMailServer({});
  expect(await faultOf(upgraded, 'starttls', false)).toBe('unreachable');
  const fromTheStart = await aMailServer({ secure: true });
  expect(await faultOf(fromTheStart, 'tls', false)).toBe('unreachable');
  expect(said).toEqual([]);
});

test('a server that the operator has named may go without TLS', async () => {
  const port = await aMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  expect(await faultOf(port, 'starttls', true)).toBe('sent');
  expect(said).toEqual(['login', 'mail']);
});

test('an unreachable server is a fault that may pass', async () => {
  expect(await faultOf(1, 'starttls', true)).toBe('unreachable');
});
