/** Where session storage keeps the page that was wanted, while the user is at the provider. */
export const INTENDED_STORED_AS = 'INTENDED_PAGE';
