import { fileAddress } from '#platform/files/web/file-address.ts';
import { isGeneratedPicture } from '../rules/initials.ts';

/** Where somebody's own picture is shown from; none of who has none, whose initials the kit draws in the colours of the theme. */
export const portraitAddress = (avatar: string | undefined): string | undefined =>
  avatar && !isGeneratedPicture(avatar) ? fileAddress(avatar) : undefined;
