<?php
/** As the documentation has an owner say who somebody is in the community. */
add_filter( 'rewards_member_id', fn( $known, WP_User $user ) => 'admin' === $user->user_login ? '739204618530271847' : $known, 10, 2 );
