import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { referFiles } from '#platform/files/server/index.ts';
import { isGeneratedPicture } from '#platform/viewer/rules/initials.ts';
import { findDepartmentsOf } from '#system/departments/server/index.ts';
import { getLoginUser, recordIdentityAct } from '#system/session/server/index.ts';
import type { EditProfileRequest, OwnProfile } from '../contract/endpoints.ts';

export const readProfile = (context: RequestContext): Promise<OwnProfile> =>
  context.identity((db) => profileOf(db, context.actor.id));

async function profileOf(db: PlatformDb, userId: string): Promise<OwnProfile> {
  const { id, username, realname, avatar, workNo, canSwitchTenant } = await getLoginUser(db, userId);
  const { phone, email } = await db
    .selectFrom('staff_user')
    .select(['phone', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const current = (await findDepartmentsOf(db, userId)).find(({ isCurrent }) => isCurrent);
  return {
    ...{ id, username, realname, avatar, workNo, canSwitchTenant },
    ...{ orgCode: current?.orgCode ?? '', phone: phone ?? '', email: email ?? '' },
  };
}

const storedPicture = ({ avatar }: { readonly avatar: string }): string => (isGeneratedPicture(avatar) ? '' : avatar);

/** A new picture belongs to the tenant in which it was uploaded; a picture that stays needs no look at it. */
export async function editProfile(context: RequestContext, request: EditProfileRequest): Promise<OwnProfile> {
  const { actor } = context;
  const { realname } = request;
  const before = await readProfile(context);
  const avatar = storedPicture(request);
  if (avatar !== storedPicture(before))
    await context.transaction(async (tx) => {
      await referFiles(tx, { kind: 'user', id: actor.id, field: 'avatar' }, avatar === '' ? [] : [avatar], {
        upload: 'avatar',
      });
      await tx.audit({ action: 'user:edit-profile', objectKind: 'user', objectId: actor.id, after: { avatar } });
    });
  return context.identity(async (db) => {
    await db.updateTable('staff_user').set({ realname, avatar }).where('id', '=', actor.id).execute();
    await recordIdentityAct(db, context, actor, {
      ...{ action: 'user:edit-profile', result: 'done', objectKind: 'user', objectId: actor.id },
      reason: before.realname === realname ? 'picture' : `name: ${before.realname} → ${realname}`.slice(0, 500),
    });
    return profileOf(db, actor.id);
  });
}
