// `npm run login-provider < provider.json`: adds or changes a login provider (docs/third-login.md); with the argument
// `remove <source>` takes one away, without input lists them.

import { text } from 'node:stream/consumers';
import { ZodError } from 'zod';
import { type Config, readConfig } from '#platform/config/server/config.ts';
import type { Services } from '#platform/context/server/services.ts';
import { OutboundError } from '#platform/outbound/server/outbound-error.ts';
import { configureProvider, dropProvider, listProviders } from '#system/third-login/server/index.ts';
import { CommandProblem, runCommand } from './run-command.ts';
import { withInstallation } from './with-installation.ts';

const USAGE =
  'npm run login-provider < provider.json adds or changes; npm run login-provider -- remove <source> removes.';

await runCommand(async (words) => {
  const [verb, source, ...more] = words;
  const isRemoval = verb === 'remove' && source !== undefined && more.length === 0;
  if (verb !== undefined && !isRemoval) throw new CommandProblem(USAGE);
  const config = readConfig(process.env);
  const input = isRemoval || process.stdin.isTTY ? '' : await text(process.stdin);
  await withInstallation(config, async (services) => {
    if (isRemoval) {
      await dropProvider(services, source);
      console.log(`${source} is gone.`);
    } else if (input.trim() !== '') await store(services, config, input);
    for (const one of await listProviders(services, 'en-US')) console.log(`${one.source}  ${one.kind}  ${one.name}`);
  });
});

async function store(services: Services, config: Config, input: string): Promise<void> {
  try {
    const provider = await configureProvider(services, JSON.parse(input));
    const callback = `${config.publicUrl}/api/sys/thirdLogin/${provider.source}/callback`;
    console.log(`${provider.source} is stored. Address to register there: ${callback}`);
  } catch (error) {
    throw inWords(error);
  }
}

/** What was wrong, without what was typed: the input holds a secret. */
function inWords(error: unknown): unknown {
  if (error instanceof ZodError) {
    const lines = error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`);
    return new CommandProblem(lines.join('\n'));
  }
  if (error instanceof OutboundError) {
    return new CommandProblem(
      `address: ${error.reason} (OUTBOUND_ALLOW names hosts that may be private or without TLS)`,
    );
  }
  return error instanceof SyntaxError ? new CommandProblem('The input is not JSON.') : error;
}
