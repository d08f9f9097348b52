import { samplePicture } from '#platform/records/server/test-picture.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { latteArt } from '../contract/latte-art.ts';

behavesAsRecords(latteArt, async (place) => ({ name: 'Heart', image: await samplePicture(place, 'latte-art') }));
