// `npm run map`: prints docs/map.md from the two slice lists, so that a newcomer finds each thing; with `--sizes` it counts
// instead (`map-sizes.ts`).
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { slices } from '#apps/server/slices.ts';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { movedLinks } from './docs/links.ts';
import { printSizes } from './map-sizes.ts';
import { CommandProblem, runCommand } from './run-command.ts';

const root = join(import.meta.dirname, '..');

await runCommand(async ([option, ...named]) => {
  if (option === '--sizes') printSizes(named);
  else if (option === undefined) writeMap();
  else throw new CommandProblem('npm run map rewrites docs/map.md; npm run map -- --sizes [folder kind] counts.');
});

function writeMap(): void {
  const begin = ['# Map', '', 'Made by `npm run map` from the slices. Do not edit.', ''];
  const lines = [...begin, ...slices.flatMap(linesOfSlice), '## Tables', '', ...tables()];
  writeFileSync(join(root, 'docs/map.md'), `${lines.join('\n')}\n`);
}

function linesOfSlice(slice: ServerSlice): string[] {
  const folder = globSync(`src/{domains,system,platform}/${slice.name}`, { cwd: root })[0] ?? '';
  return [
    ...[`## ${slice.name}`, '', folder ? `\`${folder}\`` : '', ''],
    ...about(slice, folder),
    ...calls(slice),
    ...list(
      'Jobs',
      slice.jobs?.map((job) => job.type.name),
    ),
    ...list(
      'Schedules (UTC)',
      slice.schedules?.map((schedule) => `${schedule.name} \`${schedule.expression}\``),
    ),
    ...list(
      'Subscribes to',
      slice.subscriptions?.map((subscription) => `${subscription.event.name} → ${subscription.name}`),
    ),
  ];
}

function about(slice: ServerSlice, folder: string): string[] {
  const readme = folder && read(join(root, folder, 'README.md'));
  if (readme) return [movedLinks(firstParagraph(readme), folder, 'docs'), ''];
  return slice.about ? [slice.about, ''] : [];
}

function calls({ routes = [], rawRoutes = [] }: ServerSlice): string[] {
  if (routes.length === 0 && rawRoutes.length === 0) return [];
  return [
    ...['| Call | Permission | What it does |', '|---|---|---|'],
    ...routes.map(
      ({ endpoint }) =>
        `| \`${endpoint.method} ${fullPath(endpoint.path)}\` | ${permissionOf(endpoint)} | ${endpoint.summary} |`,
    ),
    ...rawRoutes.map((raw) => `| \`${raw.method} ${raw.path}\` | open | ${raw.summary} |`),
    '',
  ];
}

function permissionOf({ auth, permission }: Endpoint): string {
  if (auth === 'open') return 'open';
  return auth === 'storefront' ? 'storefront key' : (permission ?? 'logged in');
}

function tables(): string[] {
  const files = globSync('db/migrations/*.sql', { cwd: root }).sort();
  return files.flatMap((file) => {
    const made = [...readFileSync(join(root, file), 'utf8').matchAll(/^create table (\w+)/gm)].map((match) => match[1]);
    return made.length > 0 ? [`- \`${file}\`: ${made.join(', ')}`] : [];
  });
}

function list(title: string, items: readonly string[] | undefined): string[] {
  return items?.length ? [`${title}: ${items.join(', ')}`, ''] : [];
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
