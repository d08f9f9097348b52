import { recordFormPage } from '#system/records/web/form-page.tsx';
import { SPOT_LIST, spotPage } from '../contract/addresses.ts';
import { spots } from '../contract/spots.ts';
import { ExtraAmountsField } from './extra-amounts-field.tsx';
import { SplashImageField } from './splash-image-field.tsx';
import { SPOT_SECTIONS } from './spot-sections.ts';

export default recordFormPage(spots, {
  sections: SPOT_SECTIONS,
  list: SPOT_LIST,
  pageOf: spotPage,
  inputs: { extraAmounts: () => <ExtraAmountsField />, splashImage: () => <SplashImageField /> },
});
