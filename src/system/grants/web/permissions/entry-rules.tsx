import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RULE_PLACEHOLDERS } from '#platform/data-rules/contract/data-rule.ts';
import { call } from '#platform/http/web/call.ts';
import { menuEndpoints } from '#system/menu/contract/endpoints.ts';
import type { PermissionEntry } from '#system/menu/contract/permission-entry.ts';
import { AddRuleRequest, EditRuleRequest, type PermissionRule, type RuleField } from '#system/menu/contract/rule.ts';
import { Button, IconButton } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';

interface EntryRulesProps {
  entry: PermissionEntry;
  onChanged: () => unknown;
  onClose: () => void;
}

/** The data rules of an entry: conditions on the rows of its list, to be given to roles and departments. */
export function EntryRules({ entry, onChanged, onClose }: EntryRulesProps) {
  const { t } = useTranslation('menu');
  const queryClient = useQueryClient();
  const [editing, setEditing] = useState<{ rule: PermissionRule | undefined }>();
  const queryKey = ['permissions', 'rules', entry.id];
  const permissionId = entry.id;
  const rules = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(menuEndpoints.rules, { permissionId }, { signal, notices: 'none' }),
  });
  const fields = useQuery({
    queryKey: [...queryKey, 'fields'],
    queryFn: ({ signal }) => call(menuEndpoints.ruleFields, { permissionId }, { signal, notices: 'none' }),
  });
  const known = new Map(fields.data?.fields.map((field) => [field.name, field]));
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey });
    await onChanged();
  };
  const remove = async (rule: PermissionRule) => {
    const question = {
      ...{ title: t('rules.removeTitle', { name: rule.ruleName }), body: t('rules.removeBody') },
      ...{ verb: t('rules.removeVerb'), danger: true },
    };
    if (!(await confirm(question))) return;
    await call(menuEndpoints.removeRule, { id: rule.id }, { idempotencyKey: crypto.randomUUID() }).catch(() => null);
    await refresh();
  };
  return (
    <Dialog
      title={t('rules.title', { name: entry.name })}
      width={640}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <Loaded query={fields} skeleton={<SkeletonLines lines={4} />}>
        {({ list }) =>
          list === null ? (
            <p>{t('rules.noList')}</p>
          ) : (
            <>
              <p className="quiet">{t('rules.hint')}</p>
              <Loaded query={rules} skeleton={<SkeletonLines lines={3} />}>
                {(found) => (
                  <ul className="grant-list">
                    {found.map((rule) => (
                      <li key={rule.id}>
                        <span>
                          {rule.ruleName}
                          <small>
                            {`${known.get(rule.ruleColumn)?.label ?? rule.ruleColumn} ${rule.ruleConditions} ${rule.ruleValue}`}
                          </small>
                        </span>
                        {rule.status === '0' && <Tag tone="warning">{t('state.off')}</Tag>}
                        <IconButton
                          small
                          icon="edit"
                          label={t('rules.edit', { name: rule.ruleName })}
                          onClick={() => setEditing({ rule })}
                        />
                        <IconButton
                          small
                          icon="trash"
                          label={t('rules.remove', { name: rule.ruleName })}
                          onClick={() => void remove(rule)}
                        />
                      </li>
                    ))}
                  </ul>
                )}
              </Loaded>
              <Button icon="plus" onClick={() => setEditing({ rule: undefined })}>
                {t('rules.add')}
              </Button>
            </>
          )
        }
      </Loaded>
      {editing && (
        <RuleForm
          permissionId={permissionId}
          rule={editing.rule}
          fields={fields.data?.fields ?? []}
          onSaved={() => void refresh()}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Dialog>
  );
}

interface RuleFormProps {
  permissionId: string;
  rule: PermissionRule | undefined;
  fields: readonly RuleField[];
  onSaved: () => void;
  onClose: () => void;
}

function RuleForm({ permissionId, rule, fields, onSaved, onClose }: RuleFormProps) {
  const { t } = useTranslation('menu');
  const initial = rule
    ? {
        ...{ id: rule.id, ruleName: rule.ruleName, ruleColumn: rule.ruleColumn, ruleValue: rule.ruleValue },
        ...{ ruleConditions: rule.ruleConditions as never, status: rule.status },
      }
    : { permissionId, status: '1' as const };
  return (
    <FormDialog
      namespace="menu"
      title={rule ? t('rules.edit', { name: rule.ruleName }) : t('rules.add')}
      schema={rule ? EditRuleRequest : AddRuleRequest}
      initialValues={initial}
      onSubmit={(request, { idempotencyKey }) =>
        call(rule ? menuEndpoints.editRule : menuEndpoints.addRule, request as never, {
          idempotencyKey,
          notices: 'none',
        })
      }
      onSaved={(answer) => {
        toast.success(t('saved', { name: (answer as PermissionRule).ruleName }));
        onSaved();
      }}
      onClose={onClose}
    >
      <RuleFields fields={fields} />
    </FormDialog>
  );
}

function RuleFields({ fields }: { fields: readonly RuleField[] }) {
  const { t } = useTranslation('menu');
  const { values } = useForm();
  const field = fields.find(({ name }) => name === values['ruleColumn']);
  const codes = field && field.values.length > 0 ? t('rules.codes', { codes: field.values.join(', ') }) : undefined;
  const placeholders = t('rules.placeholders', { list: RULE_PLACEHOLDERS.slice(0, 6).join(' ') });
  return (
    <>
      <TextField name="ruleName" />
      <div className="form-row">
        <SelectField name="ruleColumn" options={fields.map(({ name, label }) => ({ value: name, label }))} />
        <SelectField
          name="ruleConditions"
          options={(field?.conditions ?? []).map((condition) => ({
            value: condition,
            label: t(`condition.${WORD_OF[condition]}`),
          }))}
        />
      </div>
      <TextField name="ruleValue" hint={codes ?? placeholders} />
      <SelectField
        name="status"
        options={[
          { value: '1', label: t('status.1') },
          { value: '0', label: t('status.0') },
        ]}
      />
    </>
  );
}

/** Naming trap: `LEFT_LIKE` means "ends with" (system-api.md 1.5). */
const WORD_OF = {
  '=': 'equal',
  '!=': 'notEqual',
  '>': 'above',
  '>=': 'atLeast',
  '<': 'below',
  '<=': 'atMost',
  LIKE: 'contains',
  LEFT_LIKE: 'ends',
  RIGHT_LIKE: 'begins',
  IN: 'among',
} as const;
