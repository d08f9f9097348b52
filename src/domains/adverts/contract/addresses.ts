/** The gallery of clips in the console. */
export const ADVERTS = '/rentals/adverts';
