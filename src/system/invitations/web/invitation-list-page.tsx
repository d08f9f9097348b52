import { call } from '#platform/http/web/call.ts';
import { saidOf } from '#platform/i18n/rules/join-words.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { DepartmentField, RoleField } from '#system/pickers/web/index.ts';
import { RecordInput } from '#system/records/web/form-page.tsx';
import { recordsPage } from '#system/records/web/page.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { invitationEndpoints } from '../contract/endpoints.ts';
import { type Invitation, invitations } from '../contract/invitations.ts';

const kind = invitations as unknown as RecordKind;

/** Whom to ask, and what he may do where once he accepts. */
function InvitationForm() {
  const { values } = useForm();
  return (
    <>
      <RecordInput kind={kind} name="contact" id={undefined} />
      <RoleField name="roleIds" store="id" isMulti />
      <DepartmentField name="departmentIds" store="id" isMulti />
      <RecordInput kind={kind} name="spotAccess" id={undefined} />
      {values['spotAccess'] === 'selected' && <RecordInput kind={kind} name="spotIds" id={undefined} />}
    </>
  );
}

/** How far the message has come, and why no further. */
function Message({ of }: { of: Pick<Invitation, 'delivery' | 'deliveryFault'> }) {
  return (
    <>
      <DictionaryText code="push_status" value={of.delivery} />
      {of.deliveryFault !== null && (
        <span className="quiet">
          {' · '}
          <DictionaryText code="message_fault" value={of.deliveryFault} />
        </span>
      )}
    </>
  );
}

async function sendAgain({ id, contact }: Invitation, done: string): Promise<void> {
  await call(invitationEndpoints.sendAgain, { id });
  toast.success(saidOf(done, contact, currentLanguage()));
}

const stateTags = statusTags('invitations:state', { open: 'busy', accepted: 'success', expired: 'neutral' });

export default recordsPage(invitations, {
  icon: 'mail',
  // cards on a phone have the first ones
  shown: ['contact', 'roleIds', 'state', 'delivery', 'departmentIds', 'spotAccess', 'expiresAt', 'acceptedBy'],
  widths: {
    ...{ contact: 256, roleIds: 112, state: 112, delivery: 152, departmentIds: 120, spotAccess: 120 },
    ...{ expiresAt: 152, acceptedBy: 128 },
  },
  cells: {
    state: (row) => <StatusTag of={stateTags} code={row.state} />,
    delivery: (row) => <Message of={row} />,
  },
  form: InvitationForm,
  rowActions: (row, t) =>
    row.state === 'accepted'
      ? []
      : [
          {
            key: 'again',
            label: t('again.button'),
            icon: 'mail',
            by: invitationEndpoints.sendAgain,
            onSelect: () => void sendAgain(row as Invitation, t('again.done')),
          },
        ],
});
