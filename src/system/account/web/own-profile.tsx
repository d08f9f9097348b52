import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { portraitAddress } from '#platform/viewer/web/portrait-address.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { ChangePasswordDialog } from '#system/passwords/web/console/index.ts';
import { shownWorkNo } from '#system/session/rules/shown-work-no.ts';
import { keepUser } from '#system/session/web/stored/index.ts';
import { Avatar } from '#ui/avatar/avatar.tsx';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { ImageField } from '#ui/image-field/image-field.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { accountEndpoints, type OwnProfile } from '../contract/endpoints.ts';
import { ContactDialog } from './contact-dialog.tsx';

const PROFILE = ['account', 'profile'] as const;
const PICTURE = 64;

/** Who the reader is, and what he logs in with. */
export function OwnProfileCard() {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<'profile' | 'password' | 'phone' | 'email'>();
  const query = useQuery({
    queryKey: PROFILE,
    queryFn: ({ signal }) => call(accountEndpoints.profile, {}, { signal, notices: 'none' }),
  });
  const close = () => setOpen(undefined);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['account'] });
  return (
    <Loaded query={query} skeleton={<Skeleton height={220} />}>
      {(profile) => (
        <>
          <Card>
            <div className="account-who">
              <Avatar name={profile.realname} src={portraitAddress(profile.avatar)} size={PICTURE} />
              <div>
                <h2>{profile.realname}</h2>
                <p className="quiet">{[profile.username, shownWorkNo(profile)].filter(Boolean).join(' · ')}</p>
              </div>
              <Button icon="edit" onClick={() => setOpen('profile')}>
                {t('profile.edit')}
              </Button>
            </div>
          </Card>
          <Card title={t('means.title')}>
            <ul className="account-rows">
              <Means label={t('field.phone')} value={profile.phone} onChange={() => setOpen('phone')} />
              <Means label={t('field.email')} value={profile.email} onChange={() => setOpen('email')} />
              <Means label={t('means.password')} value="••••••••" onChange={() => setOpen('password')} />
            </ul>
          </Card>
          <OpenedPart onClose={close}>
            {open === 'password' && <ChangePasswordDialog user={profile} onClose={close} />}
          </OpenedPart>
          {open === 'profile' && <ProfileDialog profile={profile} onSaved={refresh} onClose={close} />}
          {(open === 'phone' || open === 'email') && (
            <ContactDialog
              kind={open}
              isFirst={profile[open] === ''}
              onSaved={() => {
                toast.success(t(`contact.${open}.done`));
                void refresh();
              }}
              onClose={close}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function Means({ label, value, onChange }: { label: string; value: string; onChange: () => void }) {
  const { t } = useTranslation('account');
  return (
    <li>
      <div>
        <span>{label}</span>
        <small>{value === '' ? t('means.none') : value}</small>
      </div>
      <Button small aria-label={t(value === '' ? 'means.addOf' : 'means.changeOf', { name: label })} onClick={onChange}>
        {t(value === '' ? 'means.add' : 'means.change')}
      </Button>
    </li>
  );
}

interface ProfileDialogProps {
  profile: OwnProfile;
  onSaved: () => unknown;
  onClose: () => void;
}

/** Name and picture; without a picture it is one of the initials (settled 20). */
function ProfileDialog({ profile, onSaved, onClose }: ProfileDialogProps) {
  const { t } = useTranslation('account');
  const { realname, avatar } = profile;
  return (
    <FormDialog
      namespace="account"
      title={t('profile.title')}
      schema={accountEndpoints.edit.request}
      initialValues={{ realname, avatar }}
      verb={t('profile.verb')}
      onSubmit={(request, { idempotencyKey }) =>
        call(accountEndpoints.edit, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={(answer) => {
        const { phone: _phone, email: _email, orgCode: _orgCode, ...shown } = answer as OwnProfile;
        const { user } = useSession.getState();
        if (user) {
          keepUser({ ...user, ...shown });
          useSession.setState({ user: { ...user, ...shown } });
        }
        toast.success(t('profile.done'));
        onSaved();
      }}
      onClose={onClose}
    >
      <TextField name="realname" autoComplete="name" />
      <ImageField
        name="avatar"
        kind="avatar"
        shownAt={{ width: 96, height: 96 }}
        isRound
        hint={t('profile.pictureHint')}
      />
    </FormDialog>
  );
}
