// For the filters and fields of other slices. Apart from `spotsWeb`, which comes with the frame of every page.

export { findSpotOptions } from './find-spot-options.ts';
export { SpotName, SpotSearch } from './spot-search.tsx';
