/** The tenant of the installation itself: languages, login providers, data sources, and what belongs to no other (security 2.1). */
export const PLATFORM_TENANT = '1';
