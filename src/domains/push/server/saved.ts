import { sql } from 'kysely';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RecordServing } from '#platform/records/server/serving.ts';
import { MOST_TEMPLATES, type PushScene, type scenes } from '../contract/scenes.ts';
import type { MessageTemplate, templates } from '../contract/templates.ts';
import { codesOf } from '../rules/fill-message.ts';
import { areTemplateCodes, templateFaults } from '../rules/template-faults.ts';

/** What a template must be to be saved, and when it may go. */
export const templateServing: RecordServing<(typeof templates)['fields']> = {
  decide: (draft) => {
    const faults = templateFaults(draft);
    if (faults.length > 0) raise(faults[0]?.code ?? 'request.malformed', faults[0]?.params ?? {}, { faults });
  },
  beforeSave: async (tx, { id, draft, before }) => {
    if (before && before.code.toLowerCase() !== draft.code.toLowerCase()) await mayLeave(tx, id, before.code);
  },
  beforeRemove: (tx, row) => mayLeave(tx, row.id, row.code),
};

/** The last text under a code stays as long as a scene sends it. */
async function mayLeave(tx: Transaction, id: string, code: MessageTemplate['code']): Promise<void> {
  const other = await tx.db
    .selectFrom('message_template')
    .select('id')
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) return;
  const all = await tx.db.selectFrom('push_scene').select(['name', 'template_codes']).execute();
  const scene = all.find((one) =>
    codesOf(one.template_codes).some((named) => named.toLowerCase() === code.toLowerCase()),
  );
  if (scene) raise('push.template-in-use', { code, scene: scene.name });
}

export const sceneServing: RecordServing<(typeof scenes)['fields']> = {
  decide: ({ templateCodes }) => {
    if (areTemplateCodes(templateCodes, MOST_TEMPLATES)) return;
    const params = { most: MOST_TEMPLATES };
    raise('push.templates-form', params, { faults: [{ path: 'templateCodes', code: 'push.templates-form', params }] });
  },
  beforeSave: (tx, { draft, before }) => mustBeTemplates(tx, draft, before),
};

async function mustBeTemplates(
  tx: Transaction,
  draft: Pick<PushScene, 'templateCodes'>,
  before: Pick<PushScene, 'templateCodes'> | undefined,
): Promise<void> {
  if (draft.templateCodes === before?.templateCodes) return;
  const codes = codesOf(draft.templateCodes);
  const rows = await tx.db
    .selectFrom('message_template')
    .select(sql<string>`distinct lower(code)`.as('code'))
    .where(
      sql`lower(code)`,
      'in',
      codes.map((code) => code.toLowerCase()),
    )
    .execute();
  const known = new Set(rows.map(({ code }) => code));
  const unknown = codes.filter((code) => !known.has(code.toLowerCase()));
  if (unknown.length === 0) return;
  const params = { codes: unknown.join(', ') };
  raise('push.template-unknown', params, {
    faults: [{ path: 'templateCodes', code: 'push.template-unknown', params }],
  });
}
