// `npm run login-provider < provider.json`: adds or changes a login provider (docs/third-login.md); with the argument
// `remove <source>` takes one away, without input lists them.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ZodError } from 'zod';
import { openInstallation } from '#apps/server/open-installation.ts';
import { readConfig } from '#platform/config/server/config.ts';
import { OutboundError } from '#platform/outbound/server/outbound-error.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { configureProvider, dropProvider, listProviders } from '#system/third-login/server/index.ts';

const [verb, source] = process.argv.slice(2);
const config = readConfig(process.env);
const key = config.secretsKey ?? (await readFile(join(config.dataDir, 'secrets-key'), 'utf8')).trim();
const input = verb === undefined && !process.stdin.isTTY ? await text(process.stdin) : '';
const { services, close } = await openInstallation(config, key);
try {
  if (verb === 'remove' && source !== undefined) {
    await dropProvider(services, source);
    console.log(`${source} is gone.`);
  } else if (input.trim() !== '') {
    const provider = await configureProvider(services, JSON.parse(input));
    const callback = `${config.publicUrl}/api/sys/thirdLogin/${provider.source}/callback`;
    console.log(`${provider.source} is stored. Address to register there: ${callback}`);
  }
  for (const one of await listProviders(services, 'en-US')) console.log(`${one.source}  ${one.kind}  ${one.name}`);
} catch (error) {
  console.error(sentence(error));
  process.exitCode = 1;
} finally {
  await close();
}

/** What was wrong, without what was typed: the input holds a secret. */
function sentence(error: unknown): string {
  if (error instanceof ZodError) {
    return error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('\n');
  }
  if (error instanceof OutboundError) {
    return `address: ${error.reason} (OUTBOUND_ALLOW names hosts that may be private or without TLS)`;
  }
  if (error instanceof Problem) return `${error.code} ${JSON.stringify(error.params)}`;
  if (error instanceof SyntaxError) return 'The input is not JSON.';
  return error instanceof Error ? error.message : String(error);
}
