import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { holdPorts } from '#apps/server/simulator-ports.ts';
import { type Config, readConfig, SettingsError, withSimulatorAt } from './config.ts';

const linesOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.lines;
    throw error;
  }
};

test('without any setting the demo runs on loopback', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    mqttPort: 1883,
    demo: true,
    publicUrl: 'http://127.0.0.1:3000',
    tenantRateLimit: { perSecond: 50, burst: 200 },
    openRateLimit: { perSecond: 50, burst: 400 },
  });
});

test('only the demo may reach the simulator', () => {
  const given = { SIMULATOR_CONTROL_PORT: '4000', OUTBOUND_ALLOW: 'mail.local:25' };
  expect(readConfig(given).outboundAllow).toEqual(['mail.local:25', '127.0.0.1:4000', '127.0.0.1:4100']);
  expect(readConfig({ ...given, DEMO: 'off' }).outboundAllow).toEqual(['mail.local:25']);
});

test('in the demo the simulator is the payment provider, unless an address is set; without it Stripe itself', () => {
  expect(readConfig({}).stripeApiBase).toBe('http://127.0.0.1:12111');
  expect(readConfig({ STRIPE_API_BASE: 'http://127.0.0.1:9000' }).stripeApiBase).toBe('http://127.0.0.1:9000');
  expect(readConfig({ DEMO: 'off' }).stripeApiBase).toBeUndefined();
});

test('a simulator elsewhere is reached there; what the operator has set stays', () => {
  const moved = { providerPort: 5001, controlPort: 5002, mailPort: 5003 };
  const free = readConfig({ OUTBOUND_ALLOW: 'mail.local:25' });
  expect(free.movablePorts).toEqual(['providerPort', 'controlPort', 'mailPort']);
  expect(withSimulatorAt(free, moved)).toMatchObject({
    simulator: moved,
    stripeApiBase: 'http://127.0.0.1:5001',
    outboundAllow: ['mail.local:25', '127.0.0.1:5002', '127.0.0.1:5003'],
  });
  const set = readConfig({ STRIPE_API_BASE: 'http://127.0.0.1:9000', SIMULATOR_CONTROL_PORT: '9001' });
  expect(set.movablePorts).toEqual(['mailPort']);
  expect(withSimulatorAt(set, moved).stripeApiBase).toBe('http://127.0.0.1:9000');
});

test('the simulator of a second demo on this machine takes ports that are free', async () => {
  const holder = createServer();
  await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done));
  const taken = (holder.address() as AddressInfo).port;
  const first = readConfig({ SIMULATOR_MAIL_PORT: String(taken) });
  const config = { ...first, simulator: { ...first.simulator, controlPort: taken } };
  const lines: string[] = [];
  const held = await holdPorts(config, (line) => lines.push(line), 0);
  const { simulator, outboundAllow } = held.config;
  for (const port of [simulator.controlPort, simulator.mailPort]) {
    expect(port).not.toBe(taken);
    expect(port).toBeGreaterThan(0);
    expect(outboundAllow).toContain(`127.0.0.1:${port}`);
  }
  // a port that the operator has set is an error
  expect(lines).toEqual([
    `SIMULATOR_MAIL_PORT: port ${taken} on 127.0.0.1 is taken; the simulator takes mails on ${simulator.mailPort} instead.`,
  ]);
  // a third one that starts meanwhile takes none of them
  const third = await holdPorts(held.config, () => undefined, 0);
  const portsOf = (one: Config) => Object.values(one.simulator);
  expect(portsOf(third.config).filter((port) => portsOf(held.config).includes(port))).toEqual([]);
  await Promise.all([held.letGo(), third.letGo()]);
  const again = await holdPorts(held.config, () => undefined, 0);
  expect(portsOf(again.config)).toEqual(portsOf(held.config));
  await again.letGo();
  const off = readConfig({ DEMO: 'off' });
  expect((await holdPorts(off, (line) => lines.push(line))).config).toEqual(off);
  holder.close();
});

test('production runs no demo and needs its master key', () => {
  expect(readConfig({ NODE_ENV: 'production', SECRETS_KEY: 'k3Jx92mQvLpZ8sWbN5tRdY7cHfGa1EuoX' })).toMatchObject({
    production: true,
    demo: false,
  });
  expect(linesOf({ NODE_ENV: 'production' })).toEqual(['SECRETS_KEY: is required when NODE_ENV=production']);
  expect(
    linesOf({ NODE_ENV: 'production', SECRETS_KEY: 'k3Jx92mQvLpZ8sWbN5tRdY7cHfGa1EuoX', TEST_CONTROLS: 'on' }),
  ).toEqual(['TEST_CONTROLS: is refused when NODE_ENV=production']);
});

test.each([
  [{}, true],
  [{ DEMO: 'off' }, true],
  [{ NODE_ENV: 'production', SECRETS_KEY: 'k3Jx92mQvLpZ8sWbN5tRdY7cHfGa1EuoX' }, false],
  [{ NODE_ENV: 'production', SECRETS_KEY: 'k3Jx92mQvLpZ8sWbN5tRdY7cHfGa1EuoX', DEMO: 'on' }, true],
])('with %j the layout options are shown: %s', (environment, shown) => {
  expect(readConfig(environment).settingsDrawer).toBe(shown);
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['MQTT_PORT', '-1'],
  ['MQTT_PORT', '3000'],
  ['MQTT_URL', 'http://broker'],
  ['DATABASE_URL', 'mysql://x'],
  ['DEMO', 'yes'],
  ['ADMIN_PASSWORD', 'admin'],
  ['DEMO_PASSWORD', 'password'],
  ['ADMIN_WORK_NO', 'a b'],
  ['ADMIN_WORK_NO', 'a'.repeat(41)],
  ['NODE_ENV', 'prod'],
  ['PUBLIC_URL', 'console.example.com'],
  ['PUBLIC_URL', 'https://console.example.com/x'],
  ['PUBLIC_URL', 'https://console.example.com/?a=1'],
  ['PUBLIC_URL', 'https://console.example.com/?'],
  ['PUBLIC_URL', 'https://console.example.com/#b'],
  ['PUBLIC_URL', 'https://user:word@console.example.com'],
  ['SECRETS_KEY', 'short'],
  ['SECRETS_KEY', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['STRIPE_API_BASE', 'ftp://x'],
  ['SIMULATOR_MAIL_PORT', 'smtp'],
  ['OUTBOUND_ALLOW', 'mail.local'],
  ['OUTBOUND_ALLOW', 'mail.local:25,a:99999'],
  ['OUTBOUND_ALLOW', 'a:0'],
  ['TENANT_RATE_LIMIT', '50'],
  ['TENANT_RATE_LIMIT', '0/0'],
  ['OPEN_RATE_LIMIT', 'none'],
  ['SHED_AT_DELAY_MS', '9'],
  ['TRUSTED_PROXIES', 'proxy.local'],
  ['TRUSTED_PROXIES', '127.0.0.1,10.0.0.0/99'],
  ['TRUSTED_PROXIES', '10.0.0.0/abc'],
  ['TRUSTED_PROXIES', '10.0.0.0/'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  // the server that is given it would not start, and everybody would be a proxy
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', 'fd00::/129'],
  ['CORS_ORIGINS', 'https://a.example/'],
  ['CORS_ORIGINS', 'ftp://a.example'],
  ['FRAME_ORIGINS', 'a.example'],
  ['FRAME_ORIGINS', 'ftp://a.example'],
  ['MAP_TILES_ATTRIBUTION', 'x'.repeat(201)],
  ['TEST_CONTROLS', 'true'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS', '1'],
  ['METRICS_TOKEN', 'short'],
])('%s=%s stops the start with a line that names it', (name, value) => {
  const lines = linesOf({ [name]: value });
  // in words of this product: those of the library name its types and patterns
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name}: must (be|have) `))]);
});

test.each([
  ['NODE_ENV', 'development'],
  ['NODE_ENV', 'test'],
  ['NODE_ENV', ''],
  ['PUBLIC_URL', 'https://console.example.com:8443/'],
  ['OUTBOUND_ALLOW', 'mail.local:65535, [::1]:1'],
  ['TRUSTED_PROXIES', '127.0.0.1, 10.0.0.0/8, 192.168.1.1/32, ::1, fd00::/128'],
  ['FRAME_ORIGINS', 'http://a.example:8080,https://b.example'],
  ['TENANT_RATE_LIMIT', 'off'],
  ['SHED_AT_DELAY_MS', 'off'],
])('%s=%s is a setting to start with', (name, value) => {
  expect(linesOf({ [name]: value })).toEqual([]);
});

test('what is off is no limit, and what is not is read as numbers', () => {
  const off = readConfig({ TENANT_RATE_LIMIT: 'off', SHED_AT_DELAY_MS: 'off' });
  expect(off).toMatchObject({ tenantRateLimit: null, openRateLimit: null, shedAtDelayMs: null });
  const set = readConfig({ OPEN_RATE_LIMIT: '5/20', SHED_AT_DELAY_MS: '10' });
  expect(set).toMatchObject({ openRateLimit: { perSecond: 5, burst: 20 }, shedAtDelayMs: 10 });
});

test('all wrong settings are reported at once', () => {
  expect(linesOf({ PORT: 'x', DEMO: 'maybe', MQTT_TLS_CERT: 'cert.pem' })).toHaveLength(2);
  expect(linesOf({ MQTT_TLS_CERT: 'cert.pem' })).toEqual([
    'MQTT_TLS_CERT: and MQTT_TLS_KEY belong together; set both or neither',
  ]);
});
