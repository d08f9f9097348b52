import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import {
  BATCH_KINDS,
  type BatchKind,
  batchCommands,
  type CommandBatch,
  needsReason,
} from '#domains/robots/contract/command-batch.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { IntField, Text } from '#platform/http/contract/fields.ts';
import { type Permitted, useMay } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { MenuButton } from '#ui/menu/menu.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { robotEndpoints } from '../contract/endpoints.ts';
import { useRobotChange } from './robot-queries.ts';

const Reason = z.strictObject({ reason: Text(200, 1), outlet: IntField(1, 99).optional() });
const ReasonAndOutlet = z.strictObject({ reason: Text(200, 1), outlet: IntField(1, 99) });
/** In sight; the others are in the menu beside them. */
const SHOWN = 2;

/** Permissions to command many robots: a reader without any of them has no boxes to tick. */
export const BULK_COMMANDS_BY: readonly Permitted[] = Object.values(batchCommands).map(({ permissions }) => ({
  // what is needed last is what few have
  permission: permissions.at(-1) ?? null,
}));

interface BulkCommandsProps {
  selection: Selection;
  onStarted: (batch: CommandBatch) => void;
}

/** What all selected robots are asked together: one reason where one is needed, one batch. */
export function BulkCommands({ selection, onStarted }: BulkCommandsProps) {
  const { t } = useTranslation(['transfers', 'robots']);
  const [asked, setAsked] = useState<BatchKind>();
  const start = useRobotChange(robotEndpoints.startBatch);
  const may = useMay();
  const count = selection.kind === 'ids' ? selection.ids.length : selection.count;
  const label = (kind: BatchKind): string => t(`robots:command.${kind}`);
  const question = (kind: BatchKind) => ({
    title: t(`batch.ask.${kind}`, { count }),
    verb: t('batch.verb', { deed: label(kind), count }),
  });
  const startNow = async (kind: BatchKind): Promise<void> => {
    if (!(await confirm({ ...question(kind), body: t(`batch.then.${kind}`) }))) return;
    const batch = await start
      .mutateAsync({ request: { kind, ...robotsOf(selection) }, idempotencyKey: crypto.randomUUID() })
      .catch(() => undefined);
    if (batch) onStarted(batch);
  };
  const ask = (kind: BatchKind) => (needsReason(kind) ? setAsked(kind) : void startNow(kind));
  const kinds = BATCH_KINDS.filter((kind) =>
    batchCommands[kind].permissions.every((permission) => may({ permission })),
  );
  const more = kinds.slice(SHOWN);
  return (
    <>
      {kinds.slice(0, SHOWN).map((kind) => (
        <Button key={kind} small onClick={() => ask(kind)}>
          {label(kind)}
        </Button>
      ))}
      {more.length > 0 && (
        <MenuButton
          small
          label={t('batch.others')}
          align="start"
          entries={more.map((kind) => ({ key: kind, label: label(kind), onSelect: () => ask(kind) }))}
        />
      )}
      {asked && (
        <FormDialog
          namespace="robots"
          {...question(asked)}
          schema={asked === 'openOutlet' ? ReasonAndOutlet : Reason}
          initialValues={{}}
          intro={<p className="quiet">{t(`batch.then.${asked}`)}</p>}
          danger={asked === 'restart' || asked === 'openOutlet'}
          onSubmit={({ reason, outlet }, { idempotencyKey }) =>
            start.mutateAsync({
              request: { kind: asked, reason, ...(outlet === undefined ? {} : { outlet }), ...robotsOf(selection) },
              idempotencyKey,
            })
          }
          onSaved={(batch) => onStarted(batch as CommandBatch)}
          onClose={() => setAsked(undefined)}
        >
          {asked === 'openOutlet' && <NumberField name="outlet" />}
          <TextAreaField name="reason" rows={2} />
        </FormDialog>
      )}
    </>
  );
}

/** All that match are sent as the filters, with the number that the reader was shown. */
function robotsOf(
  selection: Selection,
): Pick<RequestInput<typeof robotEndpoints.startBatch>, 'imeis' | 'matching' | 'expected'> {
  if (selection.kind === 'ids') return { imeis: [...selection.ids] };
  const { pageNo: _, pageSize: __, column: ___, order: ____, ...matching } = selection.request;
  return { matching, expected: selection.count };
}
