-- A laboratory's management software comes in by a key, and acts under a name of its own: neither somebody of a practice nor one of
-- the laboratory's people, so that nothing that is theirs is a program's unless it says so.
alter type user_kind add value if not exists 'program';
alter type audit_kind add value if not exists 'program_added';
alter type audit_kind add value if not exists 'program_key_made';
alter type audit_kind add value if not exists 'program_removed';
alter type audit_kind add value if not exists 'program_address_set';
