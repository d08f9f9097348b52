// `npm run help`: what each command is for.
import { COMMANDS } from './docs/commands.ts';

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
for (const [name, what] of Object.entries(COMMANDS)) console.log(`npm run ${name.padEnd(width)} ${what}`);
