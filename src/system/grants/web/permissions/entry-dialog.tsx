import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { menuEndpoints } from '#system/menu/contract/endpoints.ts';
import {
  AddEntryRequest,
  EditEntryRequest,
  MenuType,
  type PermissionEntry,
} from '#system/menu/contract/permission-entry.ts';
import { idOfPath } from '#system/menu/rules/entry-form.ts';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { RadioField } from '#ui/fields/radio-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import type { TreeNode } from '#ui/tree/visible-nodes.ts';
import { TreeSelectField } from '#ui/tree-select/tree-select-field.tsx';
import { IconField } from './icon-field.tsx';

interface EntryDialogProps {
  /** The whole tree, to choose a parent in. */
  entries: readonly PermissionEntry[];
  /** The one that is edited; undefined where one is added. */
  entry: PermissionEntry | undefined;
  parent: PermissionEntry | undefined;
  onSaved: () => unknown;
  onClose: () => void;
}

/** Adds or edits an entry of the menu, or a right; which fields there are follows from its type (settled 13). */
export function EntryDialog({ entries, entry, parent, onSaved, onClose }: EntryDialogProps) {
  const { t } = useTranslation('menu');
  return (
    <FormDialog
      namespace="menu"
      width={640}
      title={entry ? t('edit.title', { name: entry.name }) : t('add.title')}
      schema={entry ? EditEntryRequest : AddEntryRequest}
      initialValues={entry ? valuesOf(entry) : startOf(parent)}
      draft={`menu.${entry?.id ?? 'add'}`}
      onSubmit={(request, { idempotencyKey }) =>
        call(entry ? menuEndpoints.edit : menuEndpoints.add, { parentId: '', ...request } as never, {
          idempotencyKey,
          notices: 'none',
        })
      }
      onSaved={(answer) => {
        toast.success(t('saved', { name: (answer as PermissionEntry).name }));
        void onSaved();
      }}
      onClose={onClose}
    >
      <EntryFields entries={entries} entry={entry} />
    </FormDialog>
  );
}

const EXAMPLE = { path: '/orders/list', page: 'orders/list', group: 'layouts/RouteView' };

/** What is usual for a new row (system-api.md 5.3). */
const startOf = (parent: PermissionEntry | undefined) => ({
  menuType: parent
    ? parent.menuType === MenuType.firstLevel
      ? MenuType.submenu
      : MenuType.button
    : MenuType.firstLevel,
  ...(parent ? { parentId: parent.id } : {}),
  permsType: '1' as const,
  status: '1' as const,
  ...{ sortNo: 1, route: true, keepAlive: true, hidden: false, alwaysShow: false, internalOrExternal: false },
});

function valuesOf(entry: PermissionEntry) {
  const { id, version, menuType, titleEn, titleZh, permsType, icon, component, url, redirect, sortNo } = entry;
  const { route, keepAlive, hidden, alwaysShow, internalOrExternal, description, status } = entry;
  return {
    ...{ id, version, menuType, titleEn, titleZh, permsType, icon, component, url, redirect, sortNo },
    ...{ route, keepAlive, hidden, alwaysShow, internalOrExternal, description, status },
    ...(entry.parentId === '' ? {} : { parentId: entry.parentId }),
    perms: entry.perms || idOfPath(entry.url),
  };
}

function EntryFields({ entries, entry }: Pick<EntryDialogProps, 'entries' | 'entry'>) {
  const { t } = useTranslation('menu');
  const { values } = useForm();
  const isButton = values['menuType'] === MenuType.button;
  const isGroup = values['menuType'] === MenuType.firstLevel;
  const isFixed = isButton && entry?.isDelivered === true;
  const suggested = idOfPath(String(values['url'] ?? ''));
  return (
    <>
      <RadioField
        name="menuType"
        buttons
        options={Object.values(MenuType).map((type) => ({ value: type, label: t(`type.${type}`) }))}
      />
      {!isGroup && <TreeSelectField name="parentId" nodes={parentsOf(entries, entry?.id)} required />}
      <div className="form-row">
        <TextField name="titleEn" required />
        <TextField name="titleZh" />
      </div>
      {!isButton && (
        <>
          <div className="form-row">
            <TextField name="url" required placeholder={EXAMPLE.path} />
            <TextField name="component" required={!isGroup} placeholder={isGroup ? EXAMPLE.group : EXAMPLE.page} />
          </div>
          <TextField name="redirect" />
          <IconField name="icon" label={t('field.icon')} />
        </>
      )}
      <div className="form-row">
        <TextField
          name="perms"
          required={isButton}
          {...(isButton || suggested === '' ? {} : { placeholder: suggested })}
          {...(isFixed ? { hint: t('hint.fixed') } : isButton ? {} : { hint: t('hint.perms') })}
        />
        <SelectField
          name="permsType"
          options={[
            { value: '1', label: t('policy.1') },
            { value: '2', label: t('policy.2') },
          ]}
        />
      </div>
      <div className="form-row">
        <NumberField name="sortNo" />
        <SelectField
          name="status"
          options={[
            { value: '1', label: t('status.1') },
            { value: '0', label: t('status.0') },
          ]}
        />
      </div>
      {!isButton && (
        <>
          <div className="form-row">
            <SwitchField name="route" />
            <SwitchField name="hidden" />
          </div>
          <div className="form-row">
            <SwitchField name="keepAlive" />
            <SwitchField name="alwaysShow" />
          </div>
          <SwitchField name="internalOrExternal" hint={t('hint.external')} />
        </>
      )}
      <TextField name="description" />
    </>
  );
}

/** Entries of the menu, without the one that is edited and what lies below it. */
const parentsOf = (entries: readonly PermissionEntry[], id: string | undefined): TreeNode[] =>
  entries
    .filter((entry) => entry.menuType !== MenuType.button && entry.id !== id)
    .map((entry) => ({ key: entry.id, label: entry.name, children: parentsOf(entry.children ?? [], id) }));
