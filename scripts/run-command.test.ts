import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WRONG_KEY } from '#platform/secrets/server/installation-key.ts';
import { emptyDatabase } from '#platform/testing/test-database.ts';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { aPerson } from '#system/session/server/test-people.ts';

/** Where `npm start` keeps compiled code: each run loads the product anew, which takes seconds, so each kind of refusal is asked once. */
const cache = join(import.meta.dirname, '../.cache/compile');

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-commands-'));
  dataDir = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** As an operator runs it, in a folder of its own, with nothing to type. */
async function run(words: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Said> {
  const [name, ...rest] = words;
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...rest], {
    cwd: folder,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: cache, DATA_DIR: dataDir, ...env },
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  // one that refuses its words has not read it
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, errors };
}

const refusal = (line: string): Said => ({ code: 1, out: '', errors: `${line}\n` });

describe('words that a command does not know', () => {
  const backup = 'Into which file? npm run backup -- /backups/monday.tar.gz, or - for a pipe.';
  const provider =
    'npm run login-provider < provider.json adds or changes; npm run login-provider -- remove <source> removes.';
  test.each([
    [['backup', '--help'], backup],
    [['login-provider', 'remove'], provider],
    [['map', '--help'], 'npm run map rewrites docs/map.md; npm run map -- --sizes [folder kind] counts.'],
  ])('%j is answered with how it is used, and nothing is done', async (words, line) => {
    expect(await run(words)).toEqual(refusal(line));
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a database that does not answer', () => {
  test.each([['localhost'], ['127.0.0.1']])('%s is named in one line, without its password', async (host) => {
    const { code, out, errors } = await run(['audit-verify'], {
      DATABASE_URL: `postgres://console:hidden@${host}:1/console`,
      SECRETS_KEY: randomBytes(32).toString('base64url'),
    });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errors).toMatch(new RegExp(`^DATABASE_URL: ${host}:1/console cannot be used: .*ECONNREFUSED.*\\.\n$`));
  });
});

describe('a place where nothing is', () => {
  test.each([[['backup', 'monday.tar.gz']], [['audit-verify']]])(
    '%j says that there is no installation, and makes none',
    async (words) => {
      const line = `There is no installation in ${dataDir}: set DATA_DIR or DATABASE_URL.`;
      expect(await run(words)).toEqual(refusal(line));
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  test('a backup into a folder that is not there, and a restore of a file that is not, name it', async () => {
    const target = join(folder, 'none/monday.tar.gz');
    expect(await run(['backup', target])).toEqual(
      refusal(`There is no folder ${join(folder, 'none')} for the backup.`),
    );
    expect(await run(['restore', target])).toEqual(refusal(`There is no file ${target}.`));
    expect(await readdir(folder)).toEqual([]);
  });
});

test('a wrong setting is said in its line alone', async () => {
  const line = 'PORT: must be a port number from 0 to 65535';
  expect(await run(['audit-verify'], { PORT: 'abc' })).toEqual(refusal(line));
});

test('a restore beside a running server says which one', async () => {
  const held = await mkdtemp(join(tmpdir(), 'console-held-'));
  try {
    for (const [name, content] of [
      ['server.lock', String(process.pid)],
      ['secrets-key', 'key'],
      ['monday.tar.gz', ''],
    ] as const)
      await writeFile(join(held, name), content);
    const { code, errors } = await run(['restore', join(held, 'monday.tar.gz')], { DATA_DIR: held });
    expect(errors).toMatch(/^Another server \(process \d+\) uses .*: stop it first, or set [A-Z_, and]+\.\n$/);
    expect(code).toBe(1);
  } finally {
    await rm(held, { recursive: true });
  }
});

describe('with an installation', () => {
  let server: TestServer;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await startTestServer({ slices: [], planDue: async () => 0 });
    env = { DATABASE_URL: server.databaseUrl, SECRETS_KEY: 'test-master-key-0123456789-abcdefghij' };
  });
  afterAll(() => server.stop());

  test('a password for nobody is not asked for', async () => {
    expect(await run(['set-password', 'nobody'], env)).toEqual(refusal('This user does not exist'));
  });

  test('without a terminal the password is wanted in NEW_PASSWORD, or comes by a pipe', async () => {
    const { username } = await aPerson(server.services);
    const { code, errors } = await run(['set-password', username], env);
    expect(errors).toBe('No password came from a terminal or a pipe: give it in NEW_PASSWORD.\n');
    expect(code).toBe(1);
    const piped = await run(['set-password', username], env, 'An0ther&Fjord\n');
    expect(piped).toMatchObject({ code: 0, errors: '', out: expect.stringContaining('is set') });
  });

  test('a weak password is refused in the sentences that a page shows', async () => {
    const { username } = await aPerson(server.services);
    const { code, errors } = await run(['set-password', username], { ...env, NEW_PASSWORD: 'short' });
    const [sentence, ...details] = errors.trimEnd().split('\n');
    expect(sentence).toMatch(/^The password does not meet the policy: 8 characters/);
    expect(details).toContain('- At least 8 characters');
    expect(code).toBe(1);
  });

  test('a provider that is not there cannot be removed, and the key is missed where there is none', async () => {
    const unknown = await run(['login-provider', 'remove', 'works'], env);
    expect(unknown).toEqual(refusal('This way to log in is not configured'));
    const keyless = await run(['login-provider'], { DATABASE_URL: server.databaseUrl });
    const file = join(dataDir, 'secrets-key');
    expect(keyless).toEqual(refusal(`${file} cannot be read (ENOENT): set SECRETS_KEY, or DATA_DIR of the server.`));
  });

  test('a backup is made, and its restore says when the key is another', { timeout: 120_000 }, async () => {
    const own = await mkdtemp(join(tmpdir(), 'console-own-'));
    try {
      const [place, file] = [{ ...env, DATA_DIR: join(own, 'data') }, join(own, 'monday.tar.gz')];
      await mkdir(place.DATA_DIR);
      const made = await run(['backup', file], place);
      expect(made).toMatchObject({ code: 0, errors: expect.stringContaining(`files: ${file}`) });
      const elsewhere = { ...place, DATABASE_URL: await emptyDatabase(), SECRETS_KEY: `${env['SECRETS_KEY']}-another` };
      const restored = await run(['restore', file], elsewhere);
      expect(restored).toMatchObject({ code: 1, errors: expect.stringContaining(WRONG_KEY) });
    } finally {
      await rm(own, { recursive: true });
    }
  });

  test('the chains are walked, and with another key nothing is begun', { timeout: 120_000 }, async () => {
    const another = { ...env, SECRETS_KEY: 'another-master-key-0123456789-abcdefghij' };
    expect(await run(['audit-verify'], env)).toMatchObject({ code: 0 });
    expect(await run(['audit-verify'], another)).toEqual(refusal(WRONG_KEY));
  });

  test('what is no JSON is refused without its words', async () => {
    const said = await run(['login-provider'], env, '{"clientSecret":"sesame"');
    expect(said).toEqual(refusal('The input is not JSON.'));
  });
});
