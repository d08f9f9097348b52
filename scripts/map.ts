// `npm run map`: prints docs/map.md from the two slice lists, so that a newcomer finds each thing; with `--sizes` it counts
// instead (`map-sizes.ts`).
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { slices } from '#apps/server/slices.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { movedLinks } from './docs/links.ts';
import { printSizes } from './map-sizes.ts';

const [option, ...named] = process.argv.slice(2);
if (option === '--sizes') {
  printSizes(named);
  process.exit();
}

const root = join(import.meta.dirname, '..');
const lines = ['# Map', '', 'Made by `npm run map` from the slices. Do not edit.', ''];
for (const slice of slices) {
  const folder = globSync(`src/{domains,system,platform}/${slice.name}`, { cwd: root })[0] ?? '';
  lines.push(`## ${slice.name}`, '', folder ? `\`${folder}\`` : '', '');
  const readme = folder && read(join(root, folder, 'README.md'));
  if (readme) lines.push(movedLinks(firstParagraph(readme), folder, 'docs'), '');
  else if (slice.about) lines.push(slice.about, '');
  if (slice.routes?.length || slice.rawRoutes?.length) {
    lines.push('| Call | Permission | What it does |', '|---|---|---|');
    for (const { endpoint } of slice.routes ?? []) {
      const permission =
        endpoint.auth === 'open'
          ? 'open'
          : endpoint.auth === 'storefront'
            ? 'storefront key'
            : (endpoint.permission ?? 'logged in');
      lines.push(`| \`${endpoint.method} ${fullPath(endpoint.path)}\` | ${permission} | ${endpoint.summary} |`);
    }
    for (const raw of slice.rawRoutes ?? []) lines.push(`| \`${raw.method} ${raw.path}\` | open | ${raw.summary} |`);
    lines.push('');
  }
  list(
    'Jobs',
    slice.jobs?.map((job) => job.type.name),
  );
  list(
    'Schedules (UTC)',
    slice.schedules?.map((schedule) => `${schedule.name} \`${schedule.expression}\``),
  );
  list(
    'Subscribes to',
    slice.subscriptions?.map((subscription) => `${subscription.event.name} → ${subscription.name}`),
  );
}
lines.push('## Tables', '');
for (const file of globSync('db/migrations/*.sql', { cwd: root }).sort()) {
  const tables = [...readFileSync(join(root, file), 'utf8').matchAll(/^create table (\w+)/gm)].map((match) => match[1]);
  if (tables.length > 0) lines.push(`- \`${file}\`: ${tables.join(', ')}`);
}
writeFileSync(join(root, 'docs/map.md'), `${lines.join('\n')}\n`);

function list(title: string, items: readonly string[] | undefined): void {
  if (items?.length) lines.push(`${title}: ${items.join(', ')}`, '');
}
function firstParagraph(text: string): string {
  return text.split('\n\n').find((part) => !part.startsWith('#')) ?? '';
}
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
