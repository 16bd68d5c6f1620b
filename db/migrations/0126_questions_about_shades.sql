-- A question about a shade is answered with a shade.
alter type hold_reason add value if not exists 'shade';
alter type hold_answer add value if not exists 'shade';
