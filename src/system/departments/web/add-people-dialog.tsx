import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { call } from '#platform/http/web/call.ts';
import { UserField } from '#system/pickers/web/index.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { type DepartmentNode, departmentPeopleEndpoints as people } from '../contract/endpoints.ts';

/** As the picker holds them: ids with commas. */
const Chosen = z.strictObject({ userIdList: z.string().min(1) });

interface AddPeopleDialogProps {
  department: DepartmentNode;
  onSaved: (count: number) => void;
  onClose: () => void;
}

/** Adds people of the tenant to a department; who belongs to it already stays. */
export function AddPeopleDialog({ department, onSaved, onClose }: AddPeopleDialogProps) {
  const { t } = useTranslation('departments');
  return (
    <FormDialog
      namespace="departments"
      title={t('people.add.title', { department: department.departName })}
      schema={Chosen}
      initialValues={{}}
      verb={t('people.add.verb')}
      onSubmit={async ({ userIdList }, { idempotencyKey }) => {
        const ids = userIdList.split(',').filter((id) => id !== '');
        await call(people.add, { depId: department.id, userIdList: ids }, { idempotencyKey, notices: 'none' });
        return ids.length;
      }}
      onSaved={(count) => onSaved(Number(count))}
      onClose={onClose}
    >
      <UserField name="userIdList" store="id" isMulti />
    </FormDialog>
  );
}
