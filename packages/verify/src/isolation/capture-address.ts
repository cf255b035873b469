/**
 * The address that the capture gives for every name. It looks public: servers refuse addresses that are reserved for
 * documentation or private networks.
 */
export const CAPTURE_ADDRESS = '93.184.215.14';
