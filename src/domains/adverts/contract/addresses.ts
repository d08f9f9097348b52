/** The gallery of clips in the console. */
export const ADVERTS = '/rentals/adverts';
/** What is shown where. */
export const SHOWINGS = '/rentals/adverts/showings';
