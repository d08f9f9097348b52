import type { Language } from '../contract/envelope.ts';
import { runtimeConfig } from './runtime-config.ts';

/** It listens on its own machine only; from elsewhere its address leads nowhere. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** A page of the demo's simulator, for a user at the machine that runs it. */
export function simulatorAddress(page: '/' | '/messages', language: Language): string | undefined {
  const url = runtimeConfig().demoHints?.simulatorUrl;
  return url && THIS_MACHINE.includes(location.hostname) ? `${url}${page}?language=${language}` : undefined;
}
